import { describe, expect, it } from 'vitest';
import { protectionOf } from './score.ts';

const nothing = {
  email: 'a@example.org',
  phone: null,
  fund_password_changed_at_ms: null,
  two_factor_since_ms: null,
  passkeys: [],
  anti_phishing: null,
};
const passkey = { id: 1, name: 'Phone', synced: true, created_at_ms: 1, last_used_at_ms: null };

describe('protectionOf', () => {
  it('begins with what is worth most', () => {
    expect(protectionOf(nothing)).toEqual({
      done: [],
      open: ['fundPassword', 'twoFactor', 'passkey', 'phrase', 'contacts'],
      level: 'low',
    });
  });

  it.each([
    ['one small thing', { anti_phishing: 'blue heron' }, 'low'],
    ['two small things', { anti_phishing: 'blue heron', fund_password_changed_at_ms: 1 }, 'middle'],
    ['a second factor', { two_factor_since_ms: 1 }, 'middle'],
    ['all but a second factor', { anti_phishing: 'b', phone: '+84', passkeys: [passkey] }, 'middle'],
    ['both that matter', { two_factor_since_ms: 1, fund_password_changed_at_ms: 1 }, 'high'],
  ] as const)('%s: %s', (_, facts, level) => {
    expect(
      protectionOf({ ...nothing, ...facts, passkeys: 'passkeys' in facts ? [...facts.passkeys] : [] }).level,
    ).toBe(level);
  });

  it('leaves nothing open when all is done', () => {
    const all = {
      email: 'a@example.org',
      phone: '+84912345678',
      fund_password_changed_at_ms: 1,
      two_factor_since_ms: 1,
      passkeys: [passkey],
      anti_phishing: 'blue heron',
    };
    expect(protectionOf(all).open).toEqual([]);
  });
});
