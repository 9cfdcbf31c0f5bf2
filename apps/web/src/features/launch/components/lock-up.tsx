import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import { useTranslation } from '#i18n/use-translation.ts';

/** Time until the first release: in whole days, else in whole hours, rounded up. */
export function LockUp({ ms }: { readonly ms: number }) {
  const { t } = useTranslation('launch');
  if (ms === 0) return <>{t('lockUpNone')}</>;
  if (ms % DAY_MS === 0) return <>{t('length.days', { count: ms / DAY_MS })}</>;
  return <>{t('length.hours', { count: Math.ceil(ms / HOUR_MS) })}</>;
}
