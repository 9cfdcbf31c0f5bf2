import { useReducer, type Dispatch } from 'react';
import { useForm, type Form } from '#lib/use-form.ts';
import {
  emptyForm,
  reduceAccountForm,
  type AccountAction,
  type AccountForm,
  type AccountProblem,
} from '../model/forms.ts';

export interface AccountFormState extends Form<AccountProblem> {
  readonly form: AccountForm;
  readonly dispatch: Dispatch<AccountAction>;
}

/** State of one account form; `validate` returns problems in the order of the page. */
export function useAccountForm(
  validate: (form: AccountForm) => readonly AccountProblem[],
  initial: Partial<AccountForm> = {},
): AccountFormState {
  const [form, dispatch] = useReducer(reduceAccountForm, { ...emptyForm, ...initial });
  return { ...useForm(validate(form)), form, dispatch };
}
