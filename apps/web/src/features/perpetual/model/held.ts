import type { CallOutput } from '@tallystick/protocol';
import type { WirePerpetualOrder, WirePosition } from '@tallystick/protocol/wire';
import type { Direction } from './contract.ts';

/** What orders of a contract do: a position each, one long and one short, or one altogether. */
export type PositionMode = CallOutput<'GET lever/mode'>['mode'];
export const POSITION_MODES: readonly PositionMode[] = ['each', 'hedge', 'net'];

/** What an order of the contract meets. In mode `each` it meets nothing: it is a position of its own. */
export interface Held {
  readonly mode: PositionMode;
  readonly long: WirePosition | null;
  readonly short: WirePosition | null;
  /** Lots of each that waiting orders close already. */
  readonly closing: Readonly<Record<Direction, bigint>>;
}

export const NOTHING_HELD: Held = {
  mode: 'each',
  long: null,
  short: null,
  closing: { long: 0n, short: 0n },
};

export function opposite(direction: Direction): Direction {
  return direction === 'long' ? 'short' : 'long';
}

/** What a buy or a sale works on: buying is long. */
export function directionOf({ side }: Pick<WirePerpetualOrder, 'side'>): Direction {
  return side === 'buy' ? 'long' : 'short';
}

export function heldOf(
  mode: PositionMode,
  positions: Iterable<WirePosition>,
  orders: Iterable<WirePerpetualOrder>,
  marketId: number,
): Held {
  if (mode === 'each') return NOTHING_HELD;
  const closing = { long: 0n, short: 0n };
  for (const order of orders) {
    if (order.market_id !== marketId || !order.reduce_only) continue;
    closing[opposite(directionOf(order))] += BigInt(order.waiting_lots);
  }
  const own = [...positions].filter(one => one.market_id === marketId && one.status === 'holding');
  const of = (direction: Direction) => own.find(one => one.direction === direction) ?? null;
  return { mode, long: of('long'), short: of('short'), closing };
}

interface Order {
  readonly direction: Direction;
  readonly reduceOnly: boolean;
}

/** Whether the order closes the opposite position and never opens. */
export function reduces({ reduceOnly }: Pick<Order, 'reduceOnly'>, { mode }: Held): boolean {
  return reduceOnly && mode !== 'each';
}

/** The position whose lots the order closes before it opens any; null: it only opens. */
export function closedFirst(order: Order, held: Held): WirePosition | null {
  return held.mode === 'net' || reduces(order, held) ? held[opposite(order.direction)] : null;
}

/** The position that the order's lots are added to; null: they are one of their own. */
export function increased({ direction }: Pick<Order, 'direction'>, held: Held): WirePosition | null {
  return held[direction];
}

/** Lots that no waiting order closes yet. */
export function freeLots(position: WirePosition, { closing }: Held): bigint {
  const free = BigInt(position.holding_lots) - closing[position.direction];
  return free > 0n ? free : 0n;
}

/** What a change of mode does, and why it is not possible now. */
export interface ModeChange {
  readonly refused: 'orders_waiting' | 'position_closing' | 'positions_opposite' | null;
  /** Positions of each side that become one; 0 if they stay as they are. */
  readonly merged: Readonly<Record<Direction, number>>;
}

/** Pure. By the rules of the exchange, which has the last word. */
export function modeChange(
  to: PositionMode,
  positions: Iterable<WirePosition>,
  orders: Iterable<WirePerpetualOrder>,
  marketId: number,
): ModeChange {
  const own = [...positions].filter(one => one.market_id === marketId);
  const count = (direction: Direction) =>
    own.filter(one => one.status === 'holding' && one.direction === direction).length;
  const [long, short] = [count('long'), count('short')];
  const waits =
    own.some(({ waiting_lots: waiting, closing }) => waiting > 0 || closing !== null) ||
    [...orders].some(({ market_id: of }) => of === marketId);
  const refused = waits
    ? 'orders_waiting'
    : own.some(({ triggered }) => triggered !== null)
      ? 'position_closing'
      : to === 'net' && long > 0 && short > 0
        ? 'positions_opposite'
        : null;
  const merges = (lots: number) => (to !== 'each' && lots > 1 ? lots : 0);
  return { refused, merged: { long: merges(long), short: merges(short) } };
}
