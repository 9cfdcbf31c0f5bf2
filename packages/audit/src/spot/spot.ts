import { check } from '../check-failed.ts';
import { line } from '../line.ts';
import { isWhole } from '../numbers.ts';
import type { Part, Refusal } from '../part.ts';
import type { Market, Resting, SpotDuty, WholeOrder, World } from '../world.ts';
import { fillsWhole } from './book.ts';
import { Amending } from './amending.ts';
import {
  refuseForm,
  wantedBy,
  type PlaceOrder,
  type PlaceOrderList,
  type Side,
  type Wanted,
} from './order.ts';
import { linesOf } from './lines.ts';
import { placeList, refuseList } from './lists.ts';
import { Placing } from './placing.ts';
import { Trading } from './trading.ts';

const MOST_REPLACED = 400;
const MOST_IN_BATCH = 20;
/** Orders and timers that one passing of time ends, about. */
const MOST_ENDED = 500;

interface ReplaceOrders {
  readonly type: 'replaceOrders';
  readonly customerId: number;
  readonly marketId: number;
  readonly cancel: readonly number[];
  readonly bids: readonly (readonly [price: number, lots: number])[];
  readonly asks: readonly (readonly [price: number, lots: number])[];
}

interface AmendOrder {
  readonly type: 'amendOrder';
  readonly customerId: number;
  readonly orderId: number;
  readonly priceTicks: number | null;
  readonly quantityLots: number | null;
  readonly budgetMinor: bigint | null;
  readonly triggerTicks: number | null;
}

interface ReplaceOrder extends Omit<PlaceOrder, 'type'> {
  readonly type: 'replaceOrder';
  readonly cancelOrderId: number;
  readonly mode: 'stopOnFailure' | 'allowFailure';
}

/** Money is text here. */
interface WithoutMoney {
  readonly budgetMinor: string | null;
}

type BatchPart =
  | ({ readonly do: 'place' } & Omit<PlaceOrder, 'type' | 'customerId' | 'budgetMinor'> & WithoutMoney)
  | ({ readonly do: 'amend' } & Omit<AmendOrder, 'type' | 'customerId' | 'budgetMinor'> & WithoutMoney)
  | { readonly do: 'cancel'; readonly orderId: number }
  /** Orders of contracts, as their own commands. */
  | { readonly do: 'placeContract' | 'amendContract' | 'cancelContract' };

interface OrderBatch {
  readonly type: 'orderBatch';
  readonly customerId: number;
  readonly parts: readonly BatchPart[];
}

interface SetCancelTimer {
  readonly type: 'setCancelTimer';
  readonly customerId: number;
  readonly marketId: number;
  readonly afterMs: number | null;
  readonly scope: 'all' | 'guarded';
  readonly line?: 'perpetual';
}

type SpotCommand =
  | PlaceOrder
  | PlaceOrderList
  | AmendOrder
  | ReplaceOrder
  | OrderBatch
  | SetCancelTimer
  | ReplaceOrders
  | { readonly type: 'cancelOrder'; readonly customerId: number; readonly orderId: number }
  | { readonly type: 'cancelAllOrders'; readonly customerId: number; readonly marketId: number | null };

/** Spot trading: an order is checked in full before anything changes. */
export class SpotPart implements Part, SpotDuty {
  readonly commands = [
    'placeOrder',
    'placeOrderList',
    'amendOrder',
    'replaceOrder',
    'orderBatch',
    'cancelOrder',
    'cancelAllOrders',
    'replaceOrders',
    'setCancelTimer',
  ];
  readonly #world: World;
  readonly #trading: Trading;
  readonly #amending: Amending;
  readonly #placing: Placing;

  constructor(world: World) {
    this.#world = world;
    this.#trading = new Trading(world);
    this.#placing = new Placing(world, this.#trading);
    this.#amending = new Amending(world, this.#trading, (customerId, market, side) =>
      this.#refuseNew(customerId, market, side),
    );
    world.spot = this;
  }

  apply(command: SpotCommand): Refusal {
    switch (command.type) {
      case 'placeOrder':
        return this.#place(command);
      case 'placeOrderList':
        return this.#placeList(command);
      case 'amendOrder':
        return this.#amending.amend(command);
      case 'replaceOrder':
        return this.#replaceOne(command);
      case 'orderBatch':
        return this.#batch(command);
      case 'setCancelTimer':
        return this.#setTimer(command);
      case 'cancelOrder':
        return this.#cancelOrder(command.customerId, command.orderId);
      case 'cancelAllOrders':
        return this.#cancelAll(command.customerId, command.marketId);
      case 'replaceOrders':
        return this.#replace(command);
    }
  }

  indexTicked(marketId: number): void {
    this.#trading.indexTicked(this.#world.markets.get(marketId)!);
  }

  book(marketId: number, side: Side): readonly Resting[] {
    return [...this.#trading.book(this.#world.markets.get(marketId)!).inTurn(side)];
  }

  takeWhole(customerId: number, { marketId, side, lots, givenMinor, paidMinor }: WholeOrder): number {
    const trading = this.#trading;
    const market = this.#world.markets.get(marketId)!;
    const wanted: Wanted = {
      customerId,
      side,
      orderType: 'market',
      timeInForce: 'FOK',
      postOnly: false,
      price: null,
      lots: side === 'sell' ? lots : null,
      budget: side === 'buy' ? givenMinor : null,
      trigger: null,
      name: null,
      asks: {},
    };
    const taking = trading.lookMarket(market, wanted);
    check(fillsWhole(taking) && taking.lots === lots, `market ${marketId} does not fill a conversion`);
    const order = trading.create(market, wanted, paidMinor);
    trading.runMarket(order, taking);
    trading.runFired();
    return order.orderId;
  }

  keepFees(marketId: number): void {
    const { makerFeePpm, takerFeePpm } = this.#world.markets.get(marketId)!.terms.config;
    for (const order of this.#trading.waiting.values()) {
      if (order.market.id !== marketId) continue;
      order.keptMakerPpm = Math.min(order.keptMakerPpm, makerFeePpm);
      order.keptTakerPpm = Math.min(order.keptTakerPpm, takerFeePpm);
    }
  }

  cancelBuys(customerId: number): void {
    for (const { id } of this.#world.marketsById()) {
      this.#trading.cancelEach(this.#trading.own(customerId, id).filter(({ side }) => side === 'buy'));
    }
  }

  get state(): unknown {
    return this.#trading.state;
  }

  set state(state: unknown) {
    this.#trading.state = state;
  }

  *lines(): Iterable<string> {
    for (const order of this.#trading.waiting.values()) yield* linesOf(order);
    for (const timer of this.#trading.timers.all()) {
      const { customerId, marketId, dueAtMs, scope } = timer;
      const ofContracts = timer.line === undefined ? [] : [timer.line];
      yield line('cancelTimer', customerId, marketId, dueAtMs, scope, ...ofContracts);
    }
  }

  dueAtMs(): number {
    const { expiring, timers } = this.#trading;
    return Math.min(expiring.first()?.dueAtMs ?? Infinity, timers.first()?.dueAtMs ?? Infinity);
  }

  /** First what expires, then what timers take off; some hundred at a time. */
  passTime(): void {
    const { now } = this.#world;
    const trading = this.#trading;
    let left = MOST_ENDED;
    for (let next = trading.expiring.first(); left > 0; next = trading.expiring.first()) {
      if (next === undefined || next.dueAtMs > now) break;
      trading.cancelEach([trading.waiting.get(next.id)!]);
      left--;
    }
    while (left > 0) {
      const timer = trading.timers.first();
      if (timer === undefined || timer.dueAtMs > now) return;
      const { customerId, marketId, scope } = timer;
      trading.timers.remove(customerId, marketId, timer.line);
      left--;
      if (timer.line !== undefined) {
        left -= this.#world.perpetual.cancelByTimer(customerId, marketId, scope === 'guarded');
        continue;
      }
      const own = trading.own(customerId, marketId);
      const orders = scope === 'all' ? own : own.filter(({ asks }) => asks.guarded === true);
      trading.cancelEach(orders);
      left -= orders.length;
    }
  }

  #setTimer({ customerId, marketId, afterMs, scope, line: of }: SetCancelTimer): Refusal {
    if (of === 'perpetual') {
      if (this.#world.perpetual.config(marketId) === null) return 'unknown_perpetual';
    } else if (!this.#world.markets.has(marketId)) return 'unknown_market';
    if (!this.#world.customers.has(customerId)) return 'unknown_customer';
    const isSensible = afterMs === null || isWhole(afterMs, 1_000, 86_400_000);
    if (of !== undefined && of !== 'perpetual') return 'invalid_order';
    if (!isSensible || !['all', 'guarded'].includes(scope)) return 'invalid_order';
    const { timers } = this.#trading;
    timers.remove(customerId, marketId, of);
    const dueAtMs = this.#world.now + (afterMs ?? 0);
    const ofContracts = of === undefined ? {} : { line: of };
    if (afterMs !== null) timers.add({ customerId, marketId, dueAtMs, scope, ...ofContracts });
    return null;
  }

  /** Refused only if nothing of it is done. */
  #replaceOne({ cancelOrderId, mode, ...order }: ReplaceOrder): Refusal {
    if (mode !== 'stopOnFailure' && mode !== 'allowFailure') return 'invalid_order';
    const waiting = this.#trading.waiting.get(cancelOrderId);
    const isHere = waiting === undefined || waiting.market.id === order.marketId;
    const cancelled = isHere ? this.#cancelOrder(order.customerId, cancelOrderId) : 'unknown_order';
    if (cancelled !== null && mode === 'stopOnFailure') return cancelled;
    const placed = this.#place({ ...order, type: 'placeOrder' }, false);
    return placed === null ? null : cancelled;
  }

  /** Parts that are refused hold up nothing. */
  #batch({ customerId, parts }: OrderBatch): Refusal {
    if (!this.#world.customers.has(customerId)) return 'unknown_customer';
    if (parts.length === 0 || parts.length > MOST_IN_BATCH) return 'invalid_order';
    for (const part of parts) {
      if (part.do === 'cancel') this.#cancelOrder(customerId, part.orderId);
      else if (part.do !== 'place' && part.do !== 'amend') {
        this.#world.perpetual.applyOrder({ ...part, type: CONTRACT_PARTS[part.do], customerId });
      } else {
        const text = part.budgetMinor;
        const budgetMinor = text === null ? null : /^\d{1,30}$/.test(text) ? BigInt(text) : 0n;
        if (part.do === 'place') this.#place({ ...part, type: 'placeOrder', customerId, budgetMinor }, false);
        else this.#amending.amend({ ...part, customerId, budgetMinor });
      }
    }
    return null;
  }

  /** Why the customer may not place an order of this side now. */
  #refuseNew(customerId: number, market: Market, side: Side): Refusal {
    return (
      this.#world.refuseActing(customerId) ??
      refuseStatus(market) ??
      (side === 'buy' ? this.#world.limits.refuseBuying(customerId) : null)
    );
  }

  /** Replacements and batches are not older than the rule that names are unique; and what they refuse is in the journal. */
  #place(command: PlaceOrder, anyNames = this.#world.anyNames): Refusal {
    const { marketId, customerId, side } = command;
    const market = this.#world.markets.get(marketId);
    if (market === undefined) return 'unknown_market';
    const refusal =
      this.#world.refuseActing(customerId) ??
      refuseForm(command, market, anyNames) ??
      refuseStatus(market) ??
      (side === 'buy' ? this.#world.limits.refuseBuying(customerId) : null);
    if (refusal !== null) return refusal;
    const wanted = wantedBy(command);
    const { name, asks } = wanted;
    const isTaken = name !== null && !anyNames && this.#trading.hasName(customerId, name);
    if (isTaken) return 'duplicate_client_order_id';
    if (asks.expiresAtMs !== undefined && asks.expiresAtMs <= this.#world.now) return 'expiry_in_past';
    const refused = this.#placing.place(market, wanted);
    if (refused === null) this.#trading.runFired();
    return refused;
  }

  #placeList(command: PlaceOrderList): Refusal {
    const market = this.#world.markets.get(command.marketId);
    if (market === undefined) return 'unknown_market';
    return (
      this.#world.refuseActing(command.customerId) ??
      refuseList(command, market) ??
      refuseStatus(market) ??
      (command.side === 'buy' ? this.#world.limits.refuseBuying(command.customerId) : null) ??
      placeList(this.#world, this.#trading, market, command)
    );
  }

  #cancelOrder(customerId: number, orderId: number): Refusal {
    const order = this.#trading.waiting.get(orderId);
    if (order === undefined) {
      return orderId >= 1 && orderId <= this.#trading.lastOrderId ? 'order_not_open' : 'unknown_order';
    }
    if (order.customerId !== customerId) return 'unknown_order';
    if (keepsOrders(order.market)) return 'market_halted';
    this.#trading.cancelEach([order]);
    return null;
  }

  #cancelAll(customerId: number, marketId: number | null): Refusal {
    const { customers, markets } = this.#world;
    if (!customers.has(customerId)) return 'unknown_customer';
    if (marketId !== null) {
      const market = markets.get(marketId);
      if (market === undefined) return 'unknown_market';
      if (keepsOrders(market)) return 'market_halted';
    }
    for (const market of this.#world.marketsById()) {
      if ((marketId !== null && market.id !== marketId) || keepsOrders(market)) continue;
      this.#trading.cancelEach(this.#trading.own(customerId, market.id));
    }
    return null;
  }

  /** Each as if sent alone; refused only if all are, for the first's reason. */
  #replace({ customerId, marketId, cancel, bids, asks }: ReplaceOrders): Refusal {
    const count = cancel.length + bids.length + asks.length;
    if (count === 0 || count > MOST_REPLACED) return 'invalid_order';
    let first: Refusal = null;
    let done = 0;
    const note = (refusal: Refusal): void => {
      if (refusal === null) done++;
      else first ??= refusal;
    };
    for (const orderId of cancel) {
      const order = this.#trading.waiting.get(orderId);
      const isHere = order === undefined || order.market.id === marketId;
      note(isHere ? this.#cancelOrder(customerId, orderId) : 'unknown_order');
    }
    for (const [side, quotes] of [['buy', bids] as const, ['sell', asks] as const]) {
      for (const [priceTicks, quantityLots] of quotes) {
        const order = { customerId, marketId, side, priceTicks, quantityLots };
        note(this.#place({ ...PLAIN_LIMIT, ...order }));
      }
    }
    return done > 0 ? null : first;
  }
}

const CONTRACT_PARTS = {
  placeContract: 'placePerpetualOrder',
  amendContract: 'amendPerpetualOrder',
  cancelContract: 'cancelPerpetualOrder',
} as const;

const PLAIN_LIMIT = {
  type: 'placeOrder',
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  budgetMinor: null,
  triggerTicks: null,
  clientOrderId: null,
} as const;

function refuseStatus({ status }: Market): Refusal {
  if (status === 'halted') return 'market_halted';
  return status === 'cancelOnly' ? 'market_cancel_only' : null;
}

/** Stops without a reason, in older journals, also forbade cancelling. */
function keepsOrders({ status, halt }: Market): boolean {
  return status === 'halted' && halt === null;
}
