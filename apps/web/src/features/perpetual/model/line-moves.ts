import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { formatTicks } from '#lib/market-units.ts';
import { contractUnits } from './contract.ts';
import type { StopKind } from './stops.ts';
import { markTicks } from './validate.ts';

/** What dragging a position's line on the chart changes. */

export type LineTone = 'entry' | 'target' | 'stop' | 'liquidation';

/** A line's name on the chart; `moveOf` reads it again. */
export function lineId({ position_id }: Pick<WirePosition, 'position_id'>, tone: LineTone): string {
  return `${position_id}:${tone}`;
}

/** The position a line belongs to. */
export function positionOfLine(id: string, positions: Iterable<WirePosition>): WirePosition | undefined {
  return [...positions].find(one => id.startsWith(`${one.position_id}:`) && one.status === 'holding');
}

export interface MovedStop {
  readonly kind: StopKind;
  /** A multiple of the tick size. */
  readonly price: string;
}

/**
 * The stop set by a dragged line. A stop's own line moves that stop. A line dragged from the entry is a take-profit on
 * the winning side of the mark price, a stop-loss on the other. Undefined for fixed lines and without a mark.
 */
export function moveOf(
  id: string,
  price: string,
  position: WirePosition,
  contract: WireContract,
  mark: string | null,
): MovedStop | undefined {
  const units = contractUnits(contract);
  const ticks = markTicks(price, units);
  const reference = markTicks(mark, units);
  if (ticks === null || ticks <= 0n || reference === null) return undefined;
  const moved = (kind: StopKind): MovedStop => ({ kind, price: formatTicks(ticks, units) });
  if (id === lineId(position, 'target')) return moved('takeProfit');
  if (id === lineId(position, 'stop')) return moved('stopLoss');
  if (id !== lineId(position, 'entry')) return undefined;
  return moved(ticks > reference === (position.direction === 'long') ? 'takeProfit' : 'stopLoss');
}
