import type { EventOf } from '@tallystick/core';
import { ORDERS } from '../projections/orders.ts';
import { TRADES } from '../projections/trades.ts';

/** Orders and trades, which make up nearly every answer, as JSON arrays: objects would take three times as much. */
type Tuple = readonly [tag: unknown, ...values: unknown[]];

const ORDER = 'o';
const TRADE = 't';

export function encodeOrderChanged({ order }: EventOf<'orderChanged'>): string {
  return listed(ORDER, ORDERS.properties, order);
}

export function encodeTraded(trade: EventOf<'traded'>): string {
  return listed(TRADE, TRADES.properties, trade);
}

/** Throws an Error if the array is of no known kind. */
export function decodeTuple([tag, ...values]: Tuple): EventOf<'orderChanged'> | EventOf<'traded'> {
  switch (tag) {
    case ORDER:
      return { type: 'orderChanged', order: ORDERS.decodeValues(values) };
    case TRADE:
      return { type: 'traded', ...TRADES.decodeValues(values) };
    default:
      throw new Error(`an unknown kind of stored event: ${JSON.stringify(tag)}`);
  }
}

/** The values as the driver returns them: bigints as text. One call, because joining strings leaves garbage. */
function listed<T>(tag: string, properties: readonly (keyof T)[], of: T): string {
  const values: unknown[] = [tag];
  for (const property of properties) {
    const value = of[property];
    values.push(typeof value === 'bigint' ? `${value}` : value);
  }
  return JSON.stringify(values);
}
