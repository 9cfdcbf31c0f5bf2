import { ChevronRight, Coffee } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { formatAmount, formatDate, formatDuration } from '#ui/format.ts';
import { useLimits } from '../api/limits.ts';
import styles from './limits.module.css';

/** On screens where money is put at risk: a break that runs, or what may still be risked today. Else nothing. */
export function LimitStrip({ to }: { readonly to: string }) {
  const { t } = useTranslation('limits');
  const { data } = useLimits();
  const left = useCountdown(data?.cool_down_until_ms ?? undefined);
  if (!data) return null;
  if (left > 0) {
    return (
      <Link to={to} className={styles['break']}>
        <Coffee size={18} aria-hidden="true" />
        <span className={styles['main']}>
          <b>{t('strip.break', { time: formatDuration(left * 1000) })}</b>
          <span>{t('strip.breakText', { date: formatDate(data.cool_down_until_ms, 'dayMinute') })}</span>
        </span>
        <ChevronRight size={16} aria-hidden="true" />
      </Link>
    );
  }
  if (data.remaining === null) return null;
  return (
    <Link to={to} className={styles['strip']}>
      {t('strip.remaining', { amount: `${formatAmount(data.remaining)} ${data.currency}` })}
      <ChevronRight size={14} aria-hidden="true" />
    </Link>
  );
}
