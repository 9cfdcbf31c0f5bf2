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
  type ReplaceMode,
} from './command.ts';
import type { CancelTimerView } from './event.ts';
import { replaced } from './replaced.ts';

/** What commands of one order come to. */
interface SingleOrders {
  readonly place: (command: PlaceOrder, atMs: number) => Refusal | null;
  readonly amend: (command: AmendOrder, atMs: number) => Refusal | null;
  readonly cancel: (command: CommandOf<'cancelOrder'>, atMs: number) => Refusal | null;
  /** Undefined for an order that does not wait. */
  readonly marketOf: (orderId: number) => number | undefined;
  readonly contracts: ContractOrders;
}

/** Orders of contracts, as far as commands of spot concern them as well. */
export interface ContractOrders {
  readonly isListed: (marketId: number) => boolean;
  readonly apply: (
    command: CommandOf<'placePerpetualOrder' | 'amendPerpetualOrder' | 'cancelPerpetualOrder'>,
    atMs: number,
  ) => Refusal | null;
  /** Ends what a cancel timer takes off. Returns how many. */
  readonly cancelByTimer: (timer: CancelTimerView, atMs: number) => number;
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

  replaceOne({ cancelOrderId, mode, ...placed }: CommandOf<'replaceOrder'>, atMs: number): Refusal | null {
    const { customerId, marketId } = placed;
    return replaceHalves(this.#log, customerId, mode, {
      cancel: () => this.#cancelIn(marketId, customerId, cancelOrderId, 'cancel_order_id', atMs),
      place: () => this.#single.place({ ...placed, type: 'placeOrder' }, atMs),
    });
  }

  /** Of a known customer. Accepted even if all parts are refused: each has an answer of its own. */
  batch({ customerId, parts }: OrderBatch, atMs: number): Refusal | null {
    if (parts.length === 0 || parts.length > MAX_BATCH) return refuse('invalid_order', 'parts');
    for (const [at, part] of parts.entries()) {
      const refusal = this.#doPart(customerId, part, atMs);
      if (refusal !== null) tellRefused(this.#log, customerId, at, refusal);
    }
    return null;
  }

  #doPart(customerId: number, part: BatchPart, atMs: number): Refusal | null {
    const { cancel, place, amend } = this.#single;
    const { apply: inContracts } = this.#single.contracts;
    switch (part.do) {
      case 'cancel':
        return cancel({ type: 'cancelOrder', customerId, orderId: part.orderId }, atMs);
      case 'cancelContract':
        return inContracts({ type: 'cancelPerpetualOrder', customerId, orderId: part.orderId }, atMs);
      case 'amendContract':
        return inContracts({ ...part, type: 'amendPerpetualOrder', customerId }, atMs);
      case 'placeContract':
        return inContracts({ ...part, type: 'placePerpetualOrder', customerId }, atMs);
      default:
    }
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
}

/**
 * Does both halves of a replacement, cancelling first. One that is refused although the command is not becomes an event; if
 * both are, so is the command, for the first one's reason.
 */
export function replaceHalves(
  log: EventLog,
  customerId: number,
  mode: ReplaceMode,
  { cancel, place }: { readonly cancel: () => Refusal | null; readonly place: () => Refusal | null },
): Refusal | null {
  if (!REPLACE_MODES.includes(mode)) return refuse('invalid_order', 'mode');
  const notCancelled = cancel();
  if (notCancelled !== null && mode === 'stopOnFailure') return notCancelled;
  const notPlaced = place();
  if (notCancelled !== null && notPlaced !== null) return notCancelled;
  if (notCancelled !== null) tellRefused(log, customerId, 'cancel', notCancelled);
  if (notPlaced !== null) tellRefused(log, customerId, 'place', notPlaced);
  return null;
}

function tellRefused(
  log: EventLog,
  customerId: number,
  part: 'cancel' | 'place' | number,
  { code, field, params = {} }: Refusal,
): void {
  if (log.wants(code.length))
    log.add({ type: 'orderPartRefused', customerId, part, code, field: field ?? null, params });
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
