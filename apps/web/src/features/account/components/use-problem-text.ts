import { useCallback } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { AccountProblem } from '../model/forms.ts';

/** Words for a problem of an account form. */
export function useProblemText(): (problem: AccountProblem | undefined) => string | undefined {
  const { t } = useTranslation('account');
  return useCallback(
    problem => (problem ? t(`problems.${problem.code}`, { ...problem.params }) : undefined),
    [t],
  );
}
