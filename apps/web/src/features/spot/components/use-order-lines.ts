import { useMemo } from 'react';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { unitsOf } from '#lib/market-units.ts';
import { formatDecimal, formatPrice } from '#ui/format.ts';
import { listWaiting } from '../model/own-orders.ts';
import { useTrails, useWaitingOrders } from './use-own-orders.ts';

/** The customer's waiting orders of this market as chart lines; the same array until one of them changes. */
export function useOrderLines(market: WireMarket) {
  const { t } = useTranslation('spot');
  const waiting = useWaitingOrders();
  const trails = useTrails();
  return useMemo(
    () =>
      listWaiting(waiting?.values() ?? [], market.id).flatMap(order => {
        const fires = trails?.get(order.order_id) ?? order.trail_trigger_price ?? order.trigger_price;
        const price = order.triggered ? order.price : fires;
        if (price === null) return [];
        const filled = order.filled_percent === '0' ? '' : ` · ${order.filled_percent}%`;
        const kind = order.triggered ? '' : ` · ${t('ticket.trigger')}`;
        const size = formatDecimal(order.quantity ?? order.budget);
        const label = `${t(`side.${order.side}`)} ${size}${kind}${filled}`;
        const shownPrice = formatPrice(price, unitsOf(market).priceDecimals);
        return [{ id: String(order.order_id), tone: order.side, price, shownPrice, label }];
      }),
    [waiting, trails, market, t],
  );
}
