import type { EventOf } from '@tallystick/core';
import { ORDERS } from '../projections/orders.ts';
import { TRADES } from '../projections/trades.ts';

/** What nearly every answer consists of, as JSON arrays: named fields would take three times the time and room. */
type Tuple = readonly [tag: unknown, ...values: unknown[]];

const ORDER = 'o';
const TRADE = 't';

export function encodeOrderChanged({ order }: EventOf<'orderChanged'>): string {
  return `["${ORDER}"${listed(ORDERS.properties, order)}]`;
}

export function encodeTraded(trade: EventOf<'traded'>): string {
  return `["${TRADE}"${listed(TRADES.properties, trade)}]`;
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

/** The values as the driver would give them: bigints as texts. */
function listed<T>(properties: readonly (keyof T)[], of: T): string {
  let text = '';
  for (const property of properties) {
    const value = of[property];
    if (typeof value === 'bigint') text += `,"${value}"`;
    else if (typeof value === 'string') text += `,${JSON.stringify(value)}`;
    else text += `,${value as number | boolean | null}`;
  }
  return text;
}
