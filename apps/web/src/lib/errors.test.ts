import { describe, expect, it } from 'vitest';
import { ApiError, refusedField } from './errors.ts';

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
