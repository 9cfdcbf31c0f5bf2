import type { WireMarket, WireOrder } from '@tallystick/protocol/wire';
import { useCallback, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatTicks, parseTicks, unitsOf } from '#lib/market-units.ts';
import { tickersTopic, useTopic, type TickersById } from '#realtime/topics.ts';
import { formatDecimal, formatPrice } from '#ui/format.ts';
import { ticksNow } from '../model/summary.ts';
import { firesByNow, laterTrigger, typedTrail } from '../model/trail.ts';
import { Figure } from './order-card.tsx';
import { distanceText } from './order-words.ts';
import { useTrails } from './use-own-orders.ts';

/** Where it would fire, in ticks; null before its activation. What was heard is joined by the prices seen since. */
function useFireTicks(order: WireOrder, market: WireMarket): bigint | null {
  const units = unitsOf(market);
  const select = useCallback(
    (tickers: TickersById) => {
      const ticker = tickers.get(market.id);
      const prices = { lastPrice: ticker?.last ?? null, indexPrice: ticker?.index_price ?? null };
      const now = ticksNow(order.side, order.trigger_source, prices, unitsOf(market));
      return firesByNow(order, now, unitsOf(market));
    },
    [order, market],
  );
  const seen = useTopic(tickersTopic(), select) ?? null;
  const said = useTrails()?.get(order.order_id) ?? order.trail_trigger_price;
  const heard = said === null ? null : parseTicks(said, units);
  const [shown, setShown] = useState(heard);
  const later = laterTrigger(order.side, shown, laterTrigger(order.side, heard, seen));
  if (later !== shown) setShown(later);
  return later;
}

/** A waiting trailing stop: how far it follows, and where it would fire now or from where it begins to follow. */
export function TrailFigures({ order, market }: { readonly order: WireOrder; readonly market: WireMarket }) {
  const { t } = useTranslation('spot');
  const fires = useFireTicks(order, market);
  const trail = typedTrail(order);
  const units = unitsOf(market);
  const isSale = order.side === 'sell';
  return (
    <>
      <Figure label={t('trail.title')}>{trail && distanceText(trail, market.quote.code)}</Figure>
      {fires === null ? (
        <Figure label={t('trail.starts')}>
          {isSale ? '≥' : '≤'} {formatDecimal(order.trigger_price)}
        </Figure>
      ) : (
        <Figure label={t('when.fires')}>
          {isSale ? '≤' : '≥'} {formatPrice(formatTicks(fires, units), units.priceDecimals)}
        </Figure>
      )}
    </>
  );
}
