import { describe, expect, test } from 'vitest';
import {
  emptyForm,
  reduceAccountForm,
  validateCodeStep,
  validateLogin,
  validatePasswordStep,
  validateReset,
  type AccountForm,
} from './forms.ts';
import { passwordStrength } from './password-strength.ts';
import { requestTarget, targetText, validateTarget, type Target } from './target.ts';

const phone: Target = { kind: 'phone', country: 'VN', phone: '912 345-678', email: '' };
const email: Target = { kind: 'email', country: 'VN', phone: '', email: ' an@example.org ' };
const codes = (problems: readonly { readonly code: string }[]) => problems.map(problem => problem.code);
const form = (change: Partial<AccountForm>): AccountForm => ({ ...emptyForm, ...change });

describe('target', () => {
  test.each([
    [{ ...phone, phone: '' }, 'phone_required'],
    [{ ...phone, phone: ' -' }, 'phone_required'],
    [{ ...phone, phone: '123' }, 'phone_invalid'],
    [{ ...phone, phone: '1234567890123456' }, 'phone_invalid'],
    [phone, undefined],
    [{ ...email, email: '  ' }, 'email_required'],
    [{ ...email, email: 'an@example' }, 'email_invalid'],
    [{ ...email, email: 'an example@x.org' }, 'email_invalid'],
    [{ ...email, email: 'a@b..org' }, 'email_invalid'],
    [{ ...email, email: `${'a'.repeat(250)}@b.org` }, 'email_invalid'],
    [email, undefined],
  ] as const)('%o: %s', (target, code) => {
    expect(validateTarget(target)?.code).toBe(code);
  });

  test('is cleaned before it is sent', () => {
    expect(requestTarget(phone)).toEqual({ kind: 'phone', account: '912345678', area_code: '+84' });
    expect(requestTarget(email)).toEqual({ kind: 'email', account: 'an@example.org' });
    expect([targetText(phone), targetText(email)]).toEqual(['+84 912345678', 'an@example.org']);
  });
});

describe('forms name their problems in the order of the page', () => {
  test.each([
    [form({}), ['password_required']],
    [form({ password: 'x' }), []],
  ])('login %#', (state, expected) => {
    expect(codes(validateLogin(phone, state))).toEqual(expected);
    expect(codes(validateLogin({ ...phone, phone: '' }, state))).toEqual(['phone_required', ...expected]);
  });

  test.each([
    ['', ['code_required']],
    ['123', ['code_incomplete']],
    ['123456', []],
  ])('code %s', (code, expected) => {
    expect(codes(validateCodeStep(email, form({ code })))).toEqual(expected);
  });

  test.each([
    [form({}), ['password_required', 'repeat_required', 'agreement_required']],
    [form({ password: '12345', repeat: '12345', agreed: true }), ['password_too_short']],
    [form({ password: '123456', repeat: '1234567', agreed: true }), ['passwords_differ']],
    [form({ password: '123456', repeat: '123456' }), ['agreement_required']],
    [form({ password: '123456', repeat: '123456', agreed: true }), []],
  ])('password step %#', (state, expected) => {
    expect(codes(validatePasswordStep(state))).toEqual(expected);
  });

  test('reset needs target, code and the password twice', () => {
    expect(codes(validateReset({ ...phone, phone: '' }, emptyForm))).toEqual([
      'phone_required',
      'code_required',
      'password_required',
      'repeat_required',
    ]);
    const complete = form({ code: '000000', password: 'secret', repeat: 'secret' });
    expect(validateReset(phone, complete)).toEqual([]);
  });

  test('limits travel with the problem', () => {
    expect(validatePasswordStep(form({ password: '1' }))[0]).toMatchObject({ params: { min: 6 } });
    expect(validateCodeStep(phone, form({ code: '1' }))[0]).toMatchObject({ params: { digits: 6 } });
  });
});

describe('the form', () => {
  test('keeps only six digits of a code', () => {
    expect(reduceAccountForm(emptyForm, { type: 'typed', field: 'code', value: '12 34-5678' }).code).toBe(
      '123456',
    );
  });
});

test.each([
  ['', undefined],
  ['abc', 'weak'],
  ['123456', 'weak'],
  ['987654321', 'weak'],
  ['aaaaaaaaaaaa', 'weak'],
  ['password123!', 'weak'],
  ['k7d2mq', 'fair'],
  ['k7D2mq-px', 'good'],
  ['correct horse battery', 'strong'],
  ['k7D2mq-px8Tw', 'strong'],
])('password "%s" is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
