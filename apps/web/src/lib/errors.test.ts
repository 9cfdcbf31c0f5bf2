import { CORE_REFUSALS } from '@tallystick/core/refusal';
import { httpStatus } from '@tallystick/protocol';
import { describe, expect, it } from 'vitest';
import { ApiError, outcomeOf, refusedField } from './errors.ts';

const FIELDS = { two_factor_code: 'twoFactor', login_failed: 'password' };

function refusal(code: string, data: Readonly<Record<string, unknown>> = {}): ApiError {
  return new ApiError(code, 'No.', 400, data);
}

describe('the field of a form that a refusal is about', () => {
  it('is the one the server names', () => {
    expect(refusedField(refusal('two_factor_wrong', { field: 'two_factor_code' }), FIELDS)).toBe('twoFactor');
  });

  it('follows from the code if the server names none', () => {
    expect(refusedField(refusal('login_failed'), FIELDS)).toBe('password');
    expect(refusedField(refusal('login_failed', { field: 'account' }), FIELDS)).toBe(undefined);
  });

  it('is undefined if the form has no such field, or the server named nothing', () => {
    expect(refusedField(refusal('label_invalid', { field: 'label' }), FIELDS)).toBe(undefined);
    expect(refusedField(refusal('network_error'), FIELDS)).toBe(undefined);
    expect(refusedField(new TypeError('two_factor_code'), FIELDS)).toBe(undefined);
    expect(refusedField(undefined, FIELDS)).toBe(undefined);
  });
});

describe('a failure', () => {
  const of = (status: number) => outcomeOf(new ApiError('any', '', status));

  it('is final if it is about the request itself', () => {
    expect([400, 404, 409, 423].map(of)).toEqual(Array(4).fill('answered'));
    expect(outcomeOf(new TypeError('a mistake of ours'))).toBe('answered');
  });

  it('leaves the outcome unknown if no answer came or the server was too busy', () => {
    expect([0, 429, 500, 503].map(of)).toEqual(Array(4).fill('lost'));
  });

  it('leaves the outcome of earlier tries unknown if the server rejected it unread', () => {
    expect([401, 403].map(of)).toEqual(['unread', 'unread']);
  });

  it('is final for every refusal of the exchange, also that of a halted market', () => {
    for (const code of CORE_REFUSALS) expect([code, of(httpStatus(code))]).toEqual([code, 'answered']);
  });
});
