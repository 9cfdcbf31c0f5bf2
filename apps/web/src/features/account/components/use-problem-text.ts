import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountProblem } from '../model/forms.ts';

/** Words for a problem of an account form. */
export function useProblemText(): (problem: AccountProblem | undefined) => string | undefined {
  const { t } = useTranslation('account');
  return useCallback(
    problem => (problem ? t(`problems.${problem.code}`, { ...problem.params }) : undefined),
    [t],
  );
}
