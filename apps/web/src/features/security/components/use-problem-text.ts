import { useTranslation } from '#i18n/use-translation.ts';
import type { SecurityProblem } from '../model/forms.ts';

/** The text of a security form's problem. */
export function useProblemText(): (problem: SecurityProblem | undefined) => string | undefined {
  const { t } = useTranslation('security');
  return problem => (problem ? t(`problems.${problem.code}`, { ...problem.params }) : undefined);
}
