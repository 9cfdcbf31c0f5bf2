import { describe, expect, it } from 'vitest';
import { isWeakFundPassword } from './fund-password-rules.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { relyingPartyOf } from './relying-party.ts';
import { shortAddress } from './short-address.ts';

describe('fund passwords', () => {
  it('about one in two thousand is too easy: the others are worth guessing no more than any', () => {
    let weak = 0;
    for (let pin = 0; pin < 1_000_000; pin++) {
      if (isWeakFundPassword(String(pin).padStart(6, '0'))) weak++;
    }
    expect(weak).toBeGreaterThan(1_500);
    expect(weak).toBeLessThan(2_500);
  });
});

describe('recovery codes', () => {
  it('are ten, all different, and found again however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    const [code = ''] = codes;
    const hash = recoveryCodeHash(code);
    expect(hash).toHaveLength(32);
    expect(recoveryCodeHash(` ${code.toLowerCase().replace('-', '')} `)).toEqual(hash);
    expect(recoveryCodeHash(codes[1] ?? '')).not.toEqual(hash);
  });

  it.each(['', '123456', 'ABCDE-FGHI', 'ABCDE-FGHIJK', 'ABCDE-FGHI0', 'ABCDE-FGHIl'])(
    '“%s” is none',
    code => {
      expect(recoveryCodeHash(code)).toBeNull();
    },
  );
});

describe('the party passkeys belong to', () => {
  it('is the public address and nothing near it', () => {
    const party = relyingPartyOf('https://exchange.example/');
    expect(party.id).toBe('exchange.example');
    expect(party.accepts('https://exchange.example')).toBe(true);
    for (const origin of [
      'http://exchange.example',
      'https://www.exchange.example',
      'https://exchange.example:8443',
      'https://exchange.example.evil',
      'null',
      '',
    ]) {
      expect(party.accepts(origin)).toBe(false);
    }
  });

  it('is localhost, at any port, where no public address is set', () => {
    const party = relyingPartyOf(null);
    expect(party.id).toBe('localhost');
    expect(party.accepts('http://localhost:8080')).toBe(true);
    for (const origin of ['http://127.0.0.1:8080', 'https://localhost.evil', 'localhost', '']) {
      expect(party.accepts(origin)).toBe(false);
    }
  });
});

it.each([
  ['203.0.113.9', '203.0.113.*'],
  ['::ffff:203.0.113.9', '203.0.113.*'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['', ''],
])('%s is shown as %s', (address, short) => {
  expect(shortAddress(address)).toBe(short);
});
