import type { Translate } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import type { Problem, ProblemParams } from '../model/validate.ts';

/** The text of a problem, with amounts in the format of the customer's language. */
export function problemText({ code, params }: Problem, t: Translate<'spot', 'spot' | 'common'>): string {
  const written: ProblemParams = Object.fromEntries(
    Object.entries(params).map(([name, value]: [string, string]) => [
      name,
      name === 'currency' ? value : formatDecimal(value),
    ]),
  );
  return t(`spot:problem.${code}`, { ...written });
}
