import { ChevronRight, Clock } from 'lucide-react';
import { Link } from 'react-router';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { unitsOf } from '#lib/market-units.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { formatDuration } from '#ui/format-time.ts';
import { formatIndex } from '../model/index-price.ts';
import styles from './price-head.module.css';
import { useLastTick } from './use-ticks.ts';

/**
 * The index price, and its number in the price log as a link. A warning about an old price replaces the
 * label on the same line, so that nothing below moves.
 */
export function PriceHead({
  market,
  staleMs,
  tickHref,
}: {
  readonly market: WireMarket;
  /** A price older than this cannot settle options; undefined until the terms are known. */
  readonly staleMs: number | undefined;
  readonly tickHref: (number: number) => string;
}) {
  const { t } = useTranslation('option');
  const tick = useLastTick(market.id);
  const nowMs = useServerNow(1000);
  const { priceDecimals } = unitsOf(market);
  const ageMs = tick ? nowMs - tick.atMs : 0;
  const isStale = staleMs !== undefined && ageMs > staleMs;
  return (
    <div className={styles['head']}>
      <div className="grid min-w-0">
        <span className={styles['price']}>{formatIndex(tick?.price, priceDecimals)}</span>
        {isStale ? (
          <span className={styles['stale']} title={t('price.staleText')}>
            <Clock size={13} aria-hidden="true" />
            {t('price.stale', { age: formatDuration(ageMs) })}
          </span>
        ) : (
          <span className={styles['label']}>{t('price.index')}</span>
        )}
      </div>
      {tick ? (
        <Link to={tickHref(tick.number)} className={styles['tick']} title={t('price.see')}>
          {t('price.tick', { number: tick.number })}
          <ChevronRight size={14} aria-hidden="true" />
        </Link>
      ) : null}
    </div>
  );
}
