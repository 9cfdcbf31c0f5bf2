import { BellPlus } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { unitsOf } from '#lib/market-units.ts';
import { useLongPress } from '#lib/use-long-press.ts';
import { PriceChange } from '#ui/amount.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatCompact, formatPrice, signOf } from '#ui/format.ts';
import { Sparkline } from '#ui/sparkline.tsx';
import { useTicker, useTickerPart, type Quotation } from '../api/markets.ts';
import { moveOf } from '../model/price-move.ts';
import { ChangedDigits } from './changed-digits.tsx';
import styles from './market-row.module.css';

function RowPrice({ market }: Pick<Quotation, 'market'>) {
  const move = useTickerPart(market.id, moveOf);
  const { priceDecimals } = unitsOf(market);
  return (
    <span className={styles['price']}>
      <ChangedDigits
        text={formatPrice(move?.last, priceDecimals)}
        previous={move?.previous === undefined ? undefined : formatPrice(move.previous, priceDecimals)}
      />
    </span>
  );
}

/** Adds a market's price alert form to the element that opens it. */
export type WithAlert = ComponentType<{
  readonly market: Quotation['market'];
  readonly children: (open: () => void) => ReactNode;
}>;

function RowContent({
  item: { market, sparkline },
  to,
  onAlert,
}: {
  readonly item: Quotation;
  readonly to: string;
  readonly onAlert: () => void;
}) {
  const { t } = useTranslation('market');
  const ticker = useTicker(market.id);
  const longPress = useLongPress(onAlert);
  const sign = signOf(ticker?.change_24h);
  return (
    <>
      <Link to={to} className={styles['row']} {...longPress}>
        <CoinIcon symbol={market.base.code} />
        <span className="grow grid">
          <span className={styles['name']}>
            {market.base.code}
            <span className="quiet weight-500"> /{market.quote.code}</span>
          </span>
          <span className={styles['volume']}>
            {t('list.volume', { volume: formatCompact(ticker?.quote_volume_24h) })}
          </span>
        </span>
        <span className={styles['shape']}>
          <Sparkline points={sparkline} {...(sign ? { tone: sign > 0 ? 'up' : 'down' } : {})} />
        </span>
        <RowPrice market={market} />
        <PriceChange percent={ticker?.change_24h} pill />
      </Link>
      <button
        type="button"
        className={styles['bell']}
        aria-label={t('priceAlert', { symbol: market.symbol })}
        onClick={onAlert}
      >
        <BellPlus size={17} strokeWidth={1.7} aria-hidden="true" />
      </button>
    </>
  );
}

/**
 * One market in a list of links: coin, symbol, volume, day chart, live price and change. A long press, or the bell if
 * there is room, opens a price alert.
 */
export function MarketRow({
  item,
  hrefOf,
  WithAlert,
}: {
  readonly item: Quotation;
  readonly hrefOf: (marketId: number) => string;
  readonly WithAlert: WithAlert;
}) {
  const { market } = item;
  return (
    <li className={styles['item']}>
      <WithAlert market={market}>
        {open => <RowContent item={item} to={hrefOf(market.id)} onAlert={open} />}
      </WithAlert>
    </li>
  );
}
