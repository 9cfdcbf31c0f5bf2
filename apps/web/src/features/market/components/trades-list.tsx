import type { WireMarket, WirePublicTrade } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { unitsOf } from '#lib/market-units.ts';
import { tradesTopic, useTopic, type BookKind } from '#realtime/topics.ts';
import { formatDate, formatPrice } from '#ui/format.ts';
import { Skeleton } from '#ui/states.tsx';
import styles from './trades-list.module.css';

const SHOWN = 20;
const newest = (trades: readonly WirePublicTrade[]) => trades;

/** The market's latest trades, newest first; with a fixed height. */
export function TradesList({
  market,
  kind = 'spot',
}: {
  readonly market: WireMarket;
  readonly kind?: BookKind | undefined;
}) {
  const { t } = useTranslation('market');
  const trades = useTopic(tradesTopic(market.id, kind), newest);
  const { priceDecimals, quantityDecimals } = unitsOf(market);
  return (
    <div className={styles['trades']} style={{ minHeight: 30 + SHOWN * 26 }}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('trades.time')}</th>
            <th scope="col">{t('trades.price', { currency: market.quote.code })}</th>
            <th scope="col">{t('trades.amount', { currency: market.base.code })}</th>
          </tr>
        </thead>
        <tbody>
          {trades?.slice(0, SHOWN).map(trade => (
            <tr key={trade.trade_id}>
              <td className="soft">{formatDate(trade.at_ms, 'time')}</td>
              <td className={trade.side === 'buy' ? 'up' : 'down'}>
                {formatPrice(trade.price, priceDecimals)}
                <span className="visually-hidden"> {t(`trades.${trade.side}`)}</span>
              </td>
              <td>{formatPrice(trade.quantity, quantityDecimals)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {trades === undefined ? <Skeleton height={SHOWN * 26} radius={10} /> : null}
      {trades?.length === 0 ? <p className={styles['empty']}>{t('trades.empty')}</p> : null}
    </div>
  );
}
