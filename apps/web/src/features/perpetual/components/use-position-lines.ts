import { useMemo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import { useOpenPositions } from '../api/perpetual.ts';
import { listHolding, listOrders } from '../model/positions.ts';

type Tone = 'buy' | 'sell' | 'entry' | 'target' | 'stop' | 'liquidation';

interface PositionLine {
  readonly id: string;
  readonly tone: Tone;
  readonly price: string;
  readonly label: string;
}

/** Entry, stops and liquidation of positions, and waiting orders, as chart lines; the same array while none changes. */
export function usePositionLines(marketId: number): readonly PositionLine[] {
  const { t } = useTranslation('perpetual');
  const positions = useOpenPositions();
  return useMemo(() => {
    const all = [...(positions?.values() ?? [])];
    const lines: PositionLine[] = [];
    for (const position of listHolding(all, marketId)) {
      const name = `${t(`direction.${position.direction}`)} ${formatDecimal(String(position.holding_lots))}`;
      const add = (tone: Tone, price: string | null, label: string) => {
        if (price !== null) lines.push({ id: `${position.position_id}:${tone}`, tone, price, label });
      };
      add('entry', position.open_price, name);
      add('target', position.take_profit_price, `${t('chart.takeProfit')} · ${name}`);
      add('stop', position.stop_loss_price, `${t('chart.stopLoss')} · ${name}`);
      add('liquidation', position.liquidation_price, `${t('position.liquidation')} · ${name}`);
    }
    for (const { orderId, position, closes, price, lots } of listOrders(all, marketId)) {
      const buys = (position.direction === 'long') !== closes;
      const label = `${closes ? `${t('action.close')} ` : ''}${t(`direction.${position.direction}`)} ${formatDecimal(String(lots))}`;
      lines.push({ id: `order:${orderId}`, tone: buys ? 'buy' : 'sell', price, label });
    }
    return lines;
  }, [positions, marketId, t]);
}
