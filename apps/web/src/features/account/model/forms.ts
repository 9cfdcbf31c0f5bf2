import type { Problem } from '#lib/problem.ts';
import { validateTarget, type Target, type TargetField, type TargetProblemCode } from './target.ts';

/** Specification, section 5. */
export const MIN_PASSWORD = 6;
export const CODE_DIGITS = 6;

export type AccountField = TargetField | 'code' | 'password' | 'repeat' | 'agreement' | 'invitation';
export type AccountProblemCode =
  | TargetProblemCode
  | 'code_required'
  | 'code_incomplete'
  | 'password_required'
  | 'password_too_short'
  | 'repeat_required'
  | 'passwords_differ'
  | 'agreement_required';
export type AccountProblem = Problem<AccountProblemCode, AccountField>;

/** All inputs of the account pages; each page uses some. */
export interface AccountForm {
  readonly code: string;
  readonly password: string;
  readonly repeat: string;
  readonly invitation: string;
  readonly agreed: boolean;
}

export const emptyForm: AccountForm = {
  code: '',
  password: '',
  repeat: '',
  invitation: '',
  agreed: false,
};

export type AccountAction =
  | {
      readonly type: 'typed';
      readonly field: 'code' | 'password' | 'repeat' | 'invitation';
      readonly value: string;
    }
  | { readonly type: 'agreed'; readonly value: boolean };

export function reduceAccountForm(form: AccountForm, action: AccountAction): AccountForm {
  switch (action.type) {
    case 'typed': {
      const value =
        action.field === 'code' ? action.value.replace(/\D/g, '').slice(0, CODE_DIGITS) : action.value;
      return { ...form, [action.field]: value };
    }
    case 'agreed':
      return { ...form, agreed: action.value };
  }
}

function present(problems: readonly (AccountProblem | undefined)[]): AccountProblem[] {
  return problems.filter(problem => problem !== undefined);
}

function validateCode(code: string): AccountProblem | undefined {
  if (code === '') return { code: 'code_required', field: 'code' };
  if (code.length < CODE_DIGITS)
    return { code: 'code_incomplete', field: 'code', params: { digits: CODE_DIGITS } };
  return undefined;
}

function validateNewPassword(password: string): AccountProblem | undefined {
  if (password === '') return { code: 'password_required', field: 'password' };
  if (password.length < MIN_PASSWORD) {
    return { code: 'password_too_short', field: 'password', params: { min: MIN_PASSWORD } };
  }
  return undefined;
}

function validateRepeat({ password, repeat }: AccountForm): AccountProblem | undefined {
  if (repeat === '') return { code: 'repeat_required', field: 'repeat' };
  return repeat === password ? undefined : { code: 'passwords_differ', field: 'repeat' };
}

/** Problems in the order of the page's fields; the button shows the first. */
export function validateLogin(target: Target, form: AccountForm): readonly AccountProblem[] {
  return present([
    validateTarget(target),
    form.password === '' ? { code: 'password_required', field: 'password' } : undefined,
  ]);
}

export function validateCodeStep(target: Target, form: AccountForm): readonly AccountProblem[] {
  return present([validateTarget(target), validateCode(form.code)]);
}

export function validatePasswordStep(form: AccountForm): readonly AccountProblem[] {
  return present([
    validateNewPassword(form.password),
    validateRepeat(form),
    form.agreed ? undefined : { code: 'agreement_required', field: 'agreement' },
  ]);
}

export function validateReset(target: Target, form: AccountForm): readonly AccountProblem[] {
  return present([
    validateTarget(target),
    validateCode(form.code),
    validateNewPassword(form.password),
    validateRepeat(form),
  ]);
}
