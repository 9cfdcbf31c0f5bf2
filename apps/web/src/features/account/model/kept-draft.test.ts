import { describe, expect, it } from 'vitest';
import { keptDraft } from './kept-draft.ts';
import type { Target } from './target.ts';

const FIRST: Target = { kind: 'phone', country: 'TH', phone: '', email: '' };

describe('what a reload keeps of the account pages', () => {
  it('is whose account it is, and who invited', () => {
    const target: Target = { kind: 'email', country: 'VN', phone: '912', email: 'an@example.org' };
    expect(keptDraft({ target, invitation: 'TALLY7' }, FIRST)).toEqual({
      target,
      invitation: 'TALLY7',
      secondStep: undefined,
    });
  });

  it('is the second step of a log-in that has begun', () => {
    const secondStep = { ticket: 'abc', passkey: true };
    expect(keptDraft({ secondStep }, FIRST).secondStep).toEqual(secondStep);
    for (const stored of [{ ticket: 7 }, { ticket: '' }, 'abc', null]) {
      expect(keptDraft({ secondStep: stored }, FIRST).secondStep).toBeUndefined();
    }
  });

  it('is nothing on a first visit', () => {
    expect(keptDraft(undefined, FIRST)).toEqual({ target: FIRST, invitation: '', secondStep: undefined });
  });

  it.each([
    null,
    7,
    'x',
    [],
    { target: null, invitation: 7 },
    { target: { kind: 'fax', country: 'XX', phone: 7, email: {} } },
    { target: { country: '84' } },
  ])('passes over what it cannot be: %j', stored => {
    expect(keptDraft(stored, FIRST)).toEqual({ target: FIRST, invitation: '', secondStep: undefined });
  });

  it('keeps nothing else that lies there, such as a password', () => {
    const kept = keptDraft(
      {
        target: { ...FIRST, password: 'secret' },
        password: 'secret',
        secondStep: { ticket: 'abc', password: 'secret' },
      },
      FIRST,
    );
    expect(JSON.stringify(kept)).not.toContain('secret');
  });
});
