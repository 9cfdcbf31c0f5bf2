import { ChevronRight, Coffee } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatAmount, formatDate } from '#ui/format.ts';
import { Skeleton } from '#ui/states.tsx';
import { useLimits } from '../api/limit.ts';
import { rememberStrip, useStripMemory, type StripKind } from '../model/strip-memory.ts';
import styles from './limit.module.css';
import { useStop } from './use-stop.ts';

interface LimitStripProps {
  readonly to: string;
  /** Also shows what can still be risked today, for products whose worst loss is known beforehand. */
  readonly showsRemaining?: boolean;
}

/**
 * Whether the strip's height is known, from its content or from its last content. It is not on a device's first visit,
 * and content below would move.
 */
export function useStripPlaced(): boolean {
  const { isLoading } = useLimits();
  return useStripMemory() !== undefined || !isLoading;
}

/** On trading pages: a running break or a used-up limit, and until when. */
export function LimitStrip({ to, showsRemaining = false }: LimitStripProps) {
  const { t } = useTranslation('limit');
  const { data, isLoading } = useLimits();
  const stop = useStop();
  const remembered = useStripMemory();
  const kind: StripKind | undefined =
    data && (stop !== undefined ? 'stop' : data.remaining === null ? 'none' : 'remaining');
  useEffect(() => {
    if (kind) rememberStrip(kind);
  }, [kind]);
  const shown = (one: StripKind = 'none') => (one === 'remaining' && !showsRemaining ? 'none' : one);
  if (!data) {
    const coming = isLoading ? shown(remembered) : 'none';
    return coming === 'none' ? null : (
      <Skeleton
        height={coming === 'stop' ? 50 : 44}
        radius={12}
        className={(coming === 'stop' && styles['breakPlace']) || ''}
      />
    );
  }
  if (stop !== undefined) {
    return (
      <Link to={to} className={styles['break']}>
        <Coffee size={18} aria-hidden="true" />
        <span className="grow grid">
          <b>{stop}</b>
          <span>{t('strip.breakText', { date: formatDate(data.stopped_until_ms, 'dayMinute') })}</span>
        </span>
        <ChevronRight size={16} aria-hidden="true" />
      </Link>
    );
  }
  if (shown(kind) === 'none') return null;
  return (
    <Link to={to} className={styles['strip']}>
      {t('strip.remaining', { amount: `${formatAmount(data.remaining)} ${data.currency}` })}
      <ChevronRight size={14} aria-hidden="true" />
    </Link>
  );
}
