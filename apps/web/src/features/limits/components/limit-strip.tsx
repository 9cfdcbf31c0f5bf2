import { ChevronRight, Coffee } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { formatAmount, formatDate, formatDuration } from '#ui/format.ts';
import { useLimits } from '../api/limits.ts';
import styles from './limits.module.css';

interface LimitStripProps {
  readonly to: string;
  /** Says what may still be risked today, too: for products whose worst loss is known beforehand. */
  readonly showsRemaining?: boolean;
}

/** On screens where something is bought: a break that runs or a limit that is used up, and until when. */
export function LimitStrip({ to, showsRemaining = false }: LimitStripProps) {
  const { t } = useTranslation('limits');
  const { data } = useLimits();
  const left = useCountdown(data?.stopped_until_ms ?? undefined);
  if (!data) return null;
  if (left > 0) {
    const isBreak = data.cool_down_until_ms === data.stopped_until_ms;
    return (
      <Link to={to} className={styles['break']}>
        <Coffee size={18} aria-hidden="true" />
        <span className={styles['main']}>
          <b>{isBreak ? t('strip.break', { time: formatDuration(left * 1000) }) : t('strip.reached')}</b>
          <span>{t('strip.breakText', { date: formatDate(data.stopped_until_ms, 'dayMinute') })}</span>
        </span>
        <ChevronRight size={16} aria-hidden="true" />
      </Link>
    );
  }
  if (!showsRemaining || data.remaining === null) return null;
  return (
    <Link to={to} className={styles['strip']}>
      {t('strip.remaining', { amount: `${formatAmount(data.remaining)} ${data.currency}` })}
      <ChevronRight size={14} aria-hidden="true" />
    </Link>
  );
}
