import { describe, expect, it } from 'vitest';
import { matchingStep, newTotpSecret, totpUrl } from './totp.ts';

/** `12345678901234567890`, the secret of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('matchingStep', () => {
  // The last six of the RFC's eight digits.
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('at second %i the code is %s', (second, code, step) => {
    expect(matchingStep(SECRET, code, second * 1000)).toBe(step);
  });

  it.each([
    [-60_000, null],
    [-30_000, 41_152_263],
    [30_000, 41_152_263],
    [60_000, null],
  ])('by a clock that is %i ms off: %s', (offMs, step) => {
    expect(matchingStep(SECRET, '005924', 1_234_567_890_000 + offMs)).toBe(step);
  });

  it.each(['', '12345', '1234567', 'abcdef', '００５９２４', ' 005924', '-05924', '1e5924'])(
    'refuses “%s”',
    code => {
      expect(matchingStep(SECRET, code, 1_234_567_890_000)).toBeNull();
    },
  );
});

it('makes secrets of 160 bits, each another', () => {
  const secrets = Array.from({ length: 20 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(20);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

it('names the account and the exchange in what the QR code says', () => {
  const url = new URL(totpUrl(SECRET, 'ca***@example.org'));
  expect(url.protocol).toBe('otpauth:');
  expect(decodeURIComponent(url.pathname)).toContain('Tallystick:ca***@example.org');
  expect(url.searchParams.get('secret')).toBe(SECRET);
  expect(url.searchParams.get('issuer')).toBe('Tallystick');
});
