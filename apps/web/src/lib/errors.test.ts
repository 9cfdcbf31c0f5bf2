import { CORE_REFUSALS } from '@tallystick/core/refusal';
import { httpStatus } from '@tallystick/protocol';
import { describe, expect, it } from 'vitest';
import { ApiError, endsIntent, refusedField } from './errors.ts';

const FIELDS = { two_factor_code: 'twoFactor', login_failed: 'password' };

function refusal(code: string, data: Readonly<Record<string, unknown>> = {}): ApiError {
  return new ApiError(code, 'No.', 400, data);
}

describe('the field of a form that a refusal is about', () => {
  it('is the one the server names', () => {
    expect(refusedField(refusal('two_factor_wrong', { field: 'two_factor_code' }), FIELDS)).toBe('twoFactor');
  });

  it('is told by the code where the server names none', () => {
    expect(refusedField(refusal('login_failed'), FIELDS)).toBe('password');
    expect(refusedField(refusal('login_failed', { field: 'account' }), FIELDS)).toBe(undefined);
  });

  it('is none where the form has no such field, or the server said nothing', () => {
    expect(refusedField(refusal('label_invalid', { field: 'label' }), FIELDS)).toBe(undefined);
    expect(refusedField(refusal('network_error'), FIELDS)).toBe(undefined);
    expect(refusedField(new TypeError('two_factor_code'), FIELDS)).toBe(undefined);
    expect(refusedField(undefined, FIELDS)).toBe(undefined);
  });
});

describe('what ends an intent', () => {
  it('is any answer to the request itself', () => {
    for (const status of [400, 404, 409, 423])
      expect(endsIntent(new ApiError('refused', '', status))).toBe(true);
    expect(endsIntent(new TypeError('a mistake of ours'))).toBe(true);
  });

  it('is not a lost answer, a busy server, or being turned away unread', () => {
    for (const status of [0, 401, 403, 429, 500, 503]) {
      expect(endsIntent(new ApiError('unknown', '', status))).toBe(false);
    }
  });

  it('is every refusal of the exchange, that of a halted market as well', () => {
    for (const code of CORE_REFUSALS) expect(endsIntent(new ApiError(code, '', httpStatus(code)))).toBe(true);
  });
});
