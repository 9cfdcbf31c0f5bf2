import { describe, expect, it } from 'vitest';
import { secondStepOf } from './second-step.ts';

const code = 'second_factor_required';

describe('secondStepOf', () => {
  it.each([
    ['code', false],
    ['code,passkey', true],
  ])('reads what may follow: %s', (methods, passkey) => {
    expect(secondStepOf({ code, data: { ticket: 'abc', methods } })).toEqual({ ticket: 'abc', passkey });
  });

  it('is none in other refusals, nor without a ticket', () => {
    expect(secondStepOf({ code: 'login_failed', data: { ticket: 'abc' } })).toBeUndefined();
    expect(secondStepOf({ code, data: {} })).toBeUndefined();
  });
});
