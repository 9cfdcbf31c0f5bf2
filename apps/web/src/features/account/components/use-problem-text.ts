import { useCallback } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { AccountProblem } from '../model/forms.ts';

/** The text of an account form's problem. */
export function useProblemText(): (problem: AccountProblem | undefined) => string | undefined {
  const { t } = useTranslation('account');
  return useCallback(
    problem => (problem ? t(`problems.${problem.code}`, { ...problem.params }) : undefined),
    [t],
  );
}
