import { useTranslation } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import { formatDuration } from '#ui/format-time.ts';
import type { TicketProblem } from '../model/ticket.ts';

const AMOUNTS = ['available', 'least', 'most'];

/** The text of a problem with buying. */
export function useProblemText(problem: TicketProblem | undefined): string | undefined {
  const { t } = useTranslation('option');
  if (!problem) return undefined;
  const written = ([name, value]: readonly [string, string | number]) => {
    if (name === 'seconds' && typeof value === 'number') return ['time', formatDuration(value * 1000)];
    return [name, AMOUNTS.includes(name) ? formatDecimal(String(value)) : value];
  };
  return t(`problem.${problem.code}`, Object.fromEntries(Object.entries(problem.params ?? {}).map(written)));
}
