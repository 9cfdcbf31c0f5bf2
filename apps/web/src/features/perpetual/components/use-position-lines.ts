import { useMemo } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDecimal, formatPrice } from '#ui/format.ts';
import { useWaitingOrders } from '../api/orders.ts';
import { useOpenPositions } from '../api/perpetual.ts';
import { contractUnits } from '../model/contract.ts';
import { lineId, type LineTone } from '../model/line-moves.ts';
import { listHolding } from '../model/positions.ts';

interface PositionLine {
  readonly id: string;
  readonly tone: LineTone | 'buy' | 'sell';
  readonly price: string;
  readonly shownPrice: string;
  readonly label: string;
  readonly move?: string;
}

/** Entry, stops and liquidation of positions, and waiting orders, as chart lines; the same array while none changes. */
export function usePositionLines(contract: WireContract): readonly PositionLine[] {
  const { t } = useTranslation('perpetual');
  const positions = useOpenPositions();
  const orders = useWaitingOrders(contract.market_id);
  return useMemo(() => {
    const all = [...(positions?.values() ?? [])];
    const { priceDecimals } = contractUnits(contract);
    const written = (price: string) => formatPrice(price, priceDecimals);
    const lines: PositionLine[] = [];
    for (const position of listHolding(all, contract.market_id)) {
      const name = `${t(`direction.${position.direction}`)} ${formatDecimal(String(position.holding_lots))}`;
      const add = (tone: LineTone, price: string | null, label: string, move?: string) => {
        if (price === null) return;
        const line = { id: lineId(position, tone), tone, price, shownPrice: written(price), label };
        lines.push(move === undefined ? line : { ...line, move: `${move}: ${name}, ${written(price)}` });
      };
      add('entry', position.open_price, name, t('chart.addStop'));
      add(
        'target',
        position.take_profit_price,
        `${t('chart.takeProfit')} · ${name}`,
        t('chart.moveTakeProfit'),
      );
      add('stop', position.stop_loss_price, `${t('chart.stopLoss')} · ${name}`, t('chart.moveStopLoss'));
      add('liquidation', position.liquidation_price, `${t('position.liquidation')} · ${name}`);
    }
    for (const { orderId, direction, closes, price, lots } of orders ?? []) {
      const buys = (direction === 'long') !== closes;
      const label = `${closes ? `${t('action.close')} ` : ''}${t(`direction.${direction}`)} ${formatDecimal(String(lots))}`;
      const tone = buys ? 'buy' : 'sell';
      lines.push({ id: `order:${orderId}`, tone, price, shownPrice: written(price), label });
    }
    return lines;
  }, [positions, orders, contract, t]);
}
