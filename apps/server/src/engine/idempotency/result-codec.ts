import type { Command, Event } from '@tallystick/core';
import type { BelongsToAnswer } from '../products/product.ts';
import { ENGINE_PRODUCTS, postingReasons } from '../products/products.ts';
import { decodeTuple, encodeOrderChanged, encodeTraded } from './event-tuples.ts';

/** Codes of event types and of postings' reasons. Orders, trades and depth are below. */
const BELONGS = new Map<string, BelongsToAnswer<Event>>(
  ENGINE_PRODUCTS.flatMap(({ answers = {} }) => Object.entries(answers)),
);
const ANSWERED = postingReasons('ledgerAndAnswer', 'answer');

/**
 * The events of a command that its sender sees: own orders, own trades, and postings other than an order's own
 * bookkeeping. Depth and other customers' orders are not part of an answer.
 */
export function essentialEvents(command: Command, events: readonly Event[]): readonly Event[] {
  const customerId = 'customerId' in command ? command.customerId : null;
  return events.filter(event => {
    switch (event.type) {
      case 'depthChanged':
        return false;
      case 'orderChanged':
        return event.order.customerId === customerId;
      case 'traded':
        return event.takerCustomerId === customerId || event.makerCustomerId === customerId;
      case 'posted':
        return ANSWERED.has(event.reason);
      default:
        return BELONGS.get(event.type)?.(event, customerId) ?? true;
    }
  });
}

/** JSON, with spot orders and trades as arrays. A bigint is `{"$":"123"}`; no event has a field of that name. */
export function encodeEvents(events: readonly Event[]): string {
  let text = '[';
  for (let i = 0; i < events.length; i++) {
    if (i > 0) text += ',';
    const event = events[i]!;
    if (event.type === 'orderChanged') text += encodeOrderChanged(event);
    else if (event.type === 'traded') text += encodeTraded(event);
    else text += encode(event);
  }
  return `${text}]`;
}

/** Earlier versions wrote orders and trades like every other event: both are read. */
export function decodeEvents(text: string): readonly Event[] {
  const events = JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$' in value)) return value;
    return BigInt((value as { $: string }).$);
  }) as readonly (Event | [unknown])[];
  return events.map(event => (Array.isArray(event) ? decodeTuple(event) : event));
}

/** JSON.stringify with a replacer is several times slower, and this runs for every order. */
function encode(value: unknown): string {
  switch (typeof value) {
    case 'bigint':
      return `{"$":"${value}"}`;
    case 'object': {
      if (value === null) return 'null';
      if (Array.isArray(value)) {
        let text = '[';
        for (let i = 0; i < value.length; i++) text += i === 0 ? encode(value[i]) : `,${encode(value[i])}`;
        return `${text}]`;
      }
      let text = '{';
      for (const name in value) {
        const field = (value as Record<string, unknown>)[name];
        if (field === undefined) continue;
        text += text.length === 1 ? `"${name}":${encode(field)}` : `,"${name}":${encode(field)}`;
      }
      return `${text}}`;
    }
    case 'number':
    case 'boolean':
      return `${value}`;
    default:
      return JSON.stringify(value);
  }
}
