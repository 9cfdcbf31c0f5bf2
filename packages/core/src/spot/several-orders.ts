import type { CommandOf } from '../command.ts';
import type { EventLog } from '../event-log.ts';
import { parseDecimal } from '../money/decimal.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import {
  MAX_BATCH,
  REPLACE_MODES,
  type AmendOrder,
  type BatchPart,
  type OrderBatch,
  type PlaceOrder,
  type Quote,
} from './command.ts';
import { replaced } from './replaced.ts';

/** What commands of one order come to. */
interface SingleOrders {
  readonly place: (command: PlaceOrder, atMs: number) => Refusal | null;
  readonly amend: (command: AmendOrder, atMs: number) => Refusal | null;
  readonly cancel: (command: CommandOf<'cancelOrder'>, atMs: number) => Refusal | null;
  /** Undefined for an order that does not wait. */
  readonly marketOf: (orderId: number) => number | undefined;
}

/** Commands of several orders: each part is done as if it were sent alone. */
export class SeveralOrders {
  readonly #log: EventLog;
  readonly #single: SingleOrders;

  constructor(log: EventLog, single: SingleOrders) {
    this.#log = log;
    this.#single = single;
  }

  /** A market maker's quotes: what is refused is left out; refused only if all is. */
  replaceQuotes(command: CommandOf<'replaceOrders'>, atMs: number): Refusal | null {
    const { cancel, bids, asks } = command;
    return replaced(cancel.length + bids.length + asks.length, this.#replacements(command, atMs));
  }

  *#replacements(command: CommandOf<'replaceOrders'>, atMs: number): Generator<Refusal | null> {
    const { customerId, marketId, cancel, bids, asks } = command;
    for (const orderId of cancel) yield this.#cancelIn(marketId, customerId, orderId, 'cancel', atMs);
    for (const quote of bids) yield this.#single.place(limitOrder(command, 'buy', quote), atMs);
    for (const quote of asks) yield this.#single.place(limitOrder(command, 'sell', quote), atMs);
  }

  /** The half that is refused although the command is not becomes an event. */
  replaceOne({ cancelOrderId, mode, ...placed }: CommandOf<'replaceOrder'>, atMs: number): Refusal | null {
    const { customerId, marketId } = placed;
    if (!REPLACE_MODES.includes(mode)) return refuse('invalid_order', 'mode');
    const notCancelled = this.#cancelIn(marketId, customerId, cancelOrderId, 'cancel_order_id', atMs);
    if (notCancelled !== null && mode === 'stopOnFailure') return notCancelled;
    const notPlaced = this.#single.place({ ...placed, type: 'placeOrder' }, atMs);
    if (notCancelled !== null && notPlaced !== null) return notCancelled;
    if (notCancelled !== null) this.#tellRefused(customerId, 'cancel', notCancelled);
    if (notPlaced !== null) this.#tellRefused(customerId, 'place', notPlaced);
    return null;
  }

  /** Of a known customer. Accepted even if all parts are refused: each has an answer of its own. */
  batch({ customerId, parts }: OrderBatch, atMs: number): Refusal | null {
    if (parts.length === 0 || parts.length > MAX_BATCH) return refuse('invalid_order', 'parts');
    for (const [at, part] of parts.entries()) {
      const refusal = this.#doPart(customerId, part, atMs);
      if (refusal !== null) this.#tellRefused(customerId, at, refusal);
    }
    return null;
  }

  #doPart(customerId: number, part: BatchPart, atMs: number): Refusal | null {
    const { cancel, place, amend } = this.#single;
    if (part.do === 'cancel') return cancel({ type: 'cancelOrder', customerId, orderId: part.orderId }, atMs);
    const budgetMinor = part.budgetMinor === null ? null : (parseDecimal(part.budgetMinor, 0) ?? 0n);
    return part.do === 'place'
      ? place({ ...part, type: 'placeOrder', customerId, budgetMinor }, atMs)
      : amend({ ...part, type: 'amendOrder', customerId, budgetMinor }, atMs);
  }

  /** An order that waits in another market is refused like an unknown one. */
  #cancelIn(
    marketId: number,
    customerId: number,
    orderId: number,
    field: string,
    atMs: number,
  ): Refusal | null {
    const where = this.#single.marketOf(orderId) ?? marketId;
    return where === marketId
      ? this.#single.cancel({ type: 'cancelOrder', customerId, orderId }, atMs)
      : refuse('unknown_order', field);
  }

  #tellRefused(
    customerId: number,
    part: 'cancel' | 'place' | number,
    { code, field, params = {} }: Refusal,
  ): void {
    if (this.#log.wants(code.length))
      this.#log.add({ type: 'orderPartRefused', customerId, part, code, field: field ?? null, params });
  }
}

function limitOrder(
  { customerId, marketId }: CommandOf<'replaceOrders'>,
  side: PlaceOrder['side'],
  [priceTicks, quantityLots]: Quote,
): PlaceOrder {
  return {
    type: 'placeOrder',
    customerId,
    marketId,
    side,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks,
    quantityLots,
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: null,
  };
}
