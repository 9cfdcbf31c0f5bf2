import { useCallback, useReducer } from 'react';
import {
  emptyForm,
  reduceAccountForm,
  summariseAccountForm,
  type AccountAction,
  type AccountField,
  type AccountForm,
  type AccountProblem,
  type AccountSummary,
} from '../model/forms.ts';

export interface AccountFormState extends AccountSummary {
  readonly form: AccountForm;
  readonly dispatch: (action: AccountAction) => void;
  readonly leave: (field: AccountField) => void;
  /** Runs `send` when nothing is missing; else shows all problems and goes to the first. */
  readonly guard: (send: () => void) => void;
}

/** Moves the focus to a field by its name, as every account field is named after its problem's field. */
function focusField(field: AccountField): void {
  const element = document.querySelector(`form [name="${field}"]`);
  if (element instanceof HTMLElement) element.focus();
}

/** State of one account form; `validate` lists its problems in the order of the page. */
export function useAccountForm(
  validate: (form: AccountForm) => readonly AccountProblem[],
  initial: Partial<AccountForm> = {},
): AccountFormState {
  const [form, dispatch] = useReducer(reduceAccountForm, { ...emptyForm, ...initial });
  const problems = validate(form);
  const summary = summariseAccountForm(form, problems);
  const leave = useCallback((field: AccountField) => dispatch({ type: 'left', field }), []);
  const guard = (send: () => void) => {
    const { blocker } = summary;
    if (!blocker) {
      send();
      return;
    }
    dispatch({ type: 'sent', fields: problems.map(problem => problem.field) });
    focusField(blocker.field);
  };
  return { ...summary, form, dispatch, leave, guard };
}
