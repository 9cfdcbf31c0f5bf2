import { useTranslation } from '#i18n/use-translation.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { formatDuration } from '#ui/format.ts';
import { useLimits } from '../api/limit.ts';

/**
 * Why nothing may be bought or opened now: the customer's own break, with what is left of it, or their daily limit that
 * is used up. undefined while they may.
 */
export function useStop(): string | undefined {
  const { t } = useTranslation('limit');
  const { data } = useLimits();
  const left = useCountdown(data?.stopped_until_ms ?? undefined);
  if (!data || left === 0) return undefined;
  const isBreak = data.cool_down_until_ms === data.stopped_until_ms;
  return isBreak ? t('strip.break', { time: formatDuration(left * 1000) }) : t('strip.reached');
}
