import type { Translate } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import type { Problem, ProblemParams } from '../model/validate.ts';

/** The sentence for a problem, its amounts written as the customer's language writes them. */
export function problemText({ code, params }: Problem, t: Translate<'spot', 'spot' | 'common'>): string {
  const written: ProblemParams = Object.fromEntries(
    Object.entries(params).map(([name, value]: [string, string]) => [
      name,
      name === 'currency' ? value : formatDecimal(value),
    ]),
  );
  return t(`spot:problem.${code}`, { ...written });
}
