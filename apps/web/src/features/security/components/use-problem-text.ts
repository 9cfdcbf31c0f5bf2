import { useTranslation } from '#i18n/use-translation.ts';
import type { SecurityProblem } from '../model/forms.ts';

/** Words for a problem of a security form. */
export function useProblemText(): (problem: SecurityProblem | undefined) => string | undefined {
  const { t } = useTranslation('security');
  return problem => (problem ? t(`problems.${problem.code}`, { ...problem.params }) : undefined);
}
