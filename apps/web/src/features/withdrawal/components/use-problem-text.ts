import { useTranslation } from '#i18n/use-translation.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { formatDecimal } from '#ui/format.ts';
import { formatDuration } from '#ui/format-time.ts';
import type { WithdrawProblem } from '../model/withdraw-fields.ts';

const AMOUNTS = ['available', 'minimum'] as const;

/** The text of a problem, with a countdown if the customer can only wait. Needs the namespace `withdrawal`. */
export function useProblemText(problem: WithdrawProblem | undefined): string | undefined {
  const { t } = useTranslation('withdrawal');
  const seconds = useCountdown(problem?.untilMs);
  if (!problem) return undefined;
  const params = { ...problem.params, time: formatDuration(seconds * 1000) };
  const written = AMOUNTS.flatMap(key => {
    const value = problem.params?.[key];
    return typeof value === 'string' ? [[key, formatDecimal(value)]] : [];
  });
  return t(`problem.${problem.code}`, { ...params, ...Object.fromEntries(written) });
}
