import { useTranslation } from '#i18n/use-translation.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { formatDuration } from '#ui/format-time.ts';
import { useLimits } from '../api/limit.ts';

/**
 * Why nothing can be bought or opened now: the customer's own break with its remaining time, or a used-up
 * daily limit. Undefined if nothing stops it.
 */
export function useStop(): string | undefined {
  const { t } = useTranslation('limit');
  const { data } = useLimits();
  const left = useCountdown(data?.stopped_until_ms ?? undefined);
  if (!data || left === 0) return undefined;
  const isBreak = data.cool_down_until_ms === data.stopped_until_ms;
  return isBreak ? t('strip.break', { time: formatDuration(left * 1000) }) : t('strip.reached');
}
