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

/** Everything the account pages ask for; each page uses its part. */
export interface AccountForm {
  readonly code: string;
  readonly password: string;
  readonly repeat: string;
  readonly invitation: string;
  readonly agreed: boolean;
  /** Fields the customer has left: only these show their problems. */
  readonly left: readonly AccountField[];
}

export const emptyForm: AccountForm = {
  code: '',
  password: '',
  repeat: '',
  invitation: '',
  agreed: false,
  left: [],
};

export type AccountAction =
  | {
      readonly type: 'typed';
      readonly field: 'code' | 'password' | 'repeat' | 'invitation';
      readonly value: string;
    }
  | { readonly type: 'agreed'; readonly value: boolean }
  | { readonly type: 'left'; readonly field: AccountField }
  | { readonly type: 'sent'; readonly fields: readonly AccountField[] };

export function reduceAccountForm(form: AccountForm, action: AccountAction): AccountForm {
  switch (action.type) {
    case 'typed': {
      const value =
        action.field === 'code' ? action.value.replace(/\D/g, '').slice(0, CODE_DIGITS) : action.value;
      return { ...form, [action.field]: value };
    }
    case 'agreed':
      return { ...form, agreed: action.value };
    case 'left':
      return form.left.includes(action.field) ? form : { ...form, left: [...form.left, action.field] };
    case 'sent':
      return { ...form, left: [...new Set([...form.left, ...action.fields])] };
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

/** Problems in the order of the fields on the page; the first one is what the button says. */
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

export interface AccountSummary {
  /** What keeps the form from being sent; undefined when nothing does. */
  readonly blocker: AccountProblem | undefined;
  /** Problems to show beside their fields: those of fields the customer has left. */
  readonly shown: Readonly<Partial<Record<AccountField, AccountProblem>>>;
}

export function summariseAccountForm(form: AccountForm, problems: readonly AccountProblem[]): AccountSummary {
  const shown: Partial<Record<AccountField, AccountProblem>> = {};
  for (const problem of problems) {
    if (form.left.includes(problem.field)) shown[problem.field] ??= problem;
  }
  return { blocker: problems[0], shown };
}
