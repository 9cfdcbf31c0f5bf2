import { useEffect } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { formatDuration } from '#ui/format-time.ts';
import { refreshLaunches } from '../api/launch.ts';

const DAY_S = 86_400;

/** Time left by the server's clock. At its end, offers are refetched. */
export function Countdown({ atMs }: { readonly atMs: number }) {
  const { t } = useTranslation('launch');
  const seconds = useCountdown(atMs);
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) void refreshLaunches();
  }, [isOver]);
  const days = Math.floor(seconds / DAY_S);
  const time = formatDuration((seconds % DAY_S) * 1000);
  return <>{days > 0 ? t('days', { count: days, time }) : time}</>;
}
