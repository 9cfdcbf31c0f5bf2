import type { WireMarket, WireTicker } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { unitsOf } from '#lib/market-units.ts';
import { formatCompact, formatPrice } from '#ui/format.ts';
import styles from './day-figures.module.css';

type DayTicker = Pick<WireTicker, 'high_24h' | 'low_24h' | 'volume_24h' | 'quote_volume_24h'>;

/** High, low and volume of the last 24 hours: of a market or its contract. */
export function DayFigures({
  market,
  ticker,
}: {
  readonly market: WireMarket;
  readonly ticker: DayTicker | undefined;
}) {
  const { t } = useTranslation('market');
  const { priceDecimals } = unitsOf(market);
  const figures = [
    [t('day.high'), formatPrice(ticker?.high_24h, priceDecimals)],
    [t('day.low'), formatPrice(ticker?.low_24h, priceDecimals)],
    [t('day.volume', { currency: market.base.code }), formatCompact(ticker?.volume_24h)],
    [t('day.volume', { currency: market.quote.code }), formatCompact(ticker?.quote_volume_24h)],
  ] as const;
  return (
    <dl className={styles['figures']}>
      {figures.map(([label, value]) => (
        <div key={label} className={styles['figure']}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
