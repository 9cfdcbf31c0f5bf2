import { expect, test } from 'vitest';
import { proofInput, validateProof } from './proof.ts';

const whole = { password: '271828', code: '314159', twoFactor: '161803' };

test.each([
  ['nothing', { ...whole, password: '' }, true, 'pinIncomplete'],
  ['five digits of the fund password', { ...whole, password: '27182' }, true, 'pinIncomplete'],
  ['a password without a code', { ...whole, code: '31415' }, true, 'enterCode'],
  ['no second factor where it is on', { ...whole, twoFactor: ' ' }, true, 'enterTwoFactor'],
  ['no second factor where it is off', { ...whole, twoFactor: '' }, false, undefined],
  ['a passkey instead of a code', { ...whole, twoFactor: '', passkey: '{}' }, true, undefined],
  ['everything', whole, true, undefined],
])('with %s', (_, proof, needsTwoFactor, problem) => {
  expect(validateProof(proof, needsTwoFactor)[0]?.code).toBe(problem);
});

test('names every field that lacks something, in their order', () => {
  const none = { password: '', code: '', twoFactor: '' };
  expect(validateProof(none, true).map(({ field }) => field)).toEqual(['fundPassword', 'code', 'twoFactor']);
  expect(validateProof(none, false).map(({ field }) => field)).toEqual(['fundPassword', 'code']);
});

test('the second factor is sent only where it is on', () => {
  expect(proofInput({ ...whole, twoFactor: ' abcd-efgh ' }, true)).toEqual({
    password: '271828',
    code: '314159',
    two_factor_code: 'abcd-efgh',
  });
  expect(proofInput({ ...whole, passkey: '{}' }, true)).toEqual({
    password: '271828',
    code: '314159',
    passkey: '{}',
  });
  expect(proofInput(whole, false)).toEqual({ password: '271828', code: '314159' });
});
