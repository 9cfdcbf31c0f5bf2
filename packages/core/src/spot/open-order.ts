import { BID, type BookSide } from '../book/side.ts';
import type { AccountIndex } from '../ledger/ledger.ts';
import { toBigInt } from '../money/integer.ts';
import type {
  ExitRefusal,
  OrderEndReason,
  OrderInstructions,
  OrderStatus,
  OrderTrail,
  OrderType,
  OrderView,
  TimeInForce,
  TriggerDirection,
} from './order.ts';
import type { PlaceOrder } from './command.ts';
import type { Following, Watcher } from './watcher.ts';

/**
 * An order while the core works on it or it waits. Amounts are ordinary numbers: the market's limits keep every figure
 * of one order below 2^53. The object is reused after the command in which the order ends, so only `OpenOrders`, the
 * book's slots, the stops and the trader's list may keep a reference.
 */
export class OpenOrder implements Watcher<OpenOrder> {
  /** Its fixed index among the keeper's objects. */
  readonly handle: number;
  orderId = 0;
  trader: Trader;
  side: BookSide = BID;
  orderType: OrderType = 'limit';
  timeInForce: TimeInForce = 'GTC';
  postOnly = false;
  priceTicks: number | null = null;
  quantityLots: number | null = null;
  budgetMinor: bigint | null = null;
  triggerTicks: number | null = null;
  clientOrderId: string | null = null;
  instructions: OrderInstructions | null = null;
  triggered = false;
  /** Stops, while they wait for their trigger: which way the price has to go. */
  triggerDirection: TriggerDirection | null = null;
  triggeredAtMs: number | null = null;
  status: OrderStatus = 'waiting';
  reason: OrderEndReason | null = null;
  filledLots = 0;
  filledQuoteMinor = 0;
  feeMinor = 0;
  frozenMinor = 0;
  preventedLots = 0;
  listId: number | null = null;
  /** The other order of its list, until one trades or ends. */
  linked: OpenOrder | null = null;
  parentOrderId: number | null = null;
  exitsRefused: ExitRefusal | null = null;
  /** Icebergs: the lots that the book shows at a time; 0: it shows all. */
  visibleLots = 0;
  /** Upper bounds of its fees: the rates from before they rose while it waited. */
  keptMakerFeePpm = Infinity;
  keptTakerFeePpm = Infinity;
  placedAtMs = 0;
  updatedAtMs = 0;
  /** Whether it waits: in the book or for its trigger. */
  kept = false;
  /** Its slot in the book; 0 = not in the book. */
  slot = 0;
  /** Its index in a heap of stops; −1 = in none. */
  heapAt = -1;
  /** Trailing stops that follow the price: those with the same extreme. */
  trailGroup: Following<OpenOrder> | null = null;
  /** When it expires; Infinity: never. */
  dueAtMs = Infinity;
  dueHeapAt = -1;
  /** Whether the command being applied has changed it. */
  touched = false;
  /** Neighbours in its customer's list of waiting orders of this market, oldest first. */
  older: OpenOrder | null = null;
  newer: OpenOrder | null = null;

  constructor(handle: number, trader: Trader) {
    this.handle = handle;
    this.trader = trader;
  }

  /** Makes this a new order. Links to others were reset when the previous order ended. */
  begin(orderId: number, trader: Trader, side: BookSide, command: PlaceOrder, atMs: number): void {
    this.orderId = orderId;
    this.trader = trader;
    this.side = side;
    this.orderType = command.orderType;
    this.timeInForce = command.timeInForce;
    this.postOnly = command.postOnly;
    this.priceTicks = command.priceTicks;
    this.quantityLots = command.quantityLots;
    this.budgetMinor = command.budgetMinor;
    this.triggerTicks = command.triggerTicks;
    this.clientOrderId = command.clientOrderId;
    this.triggered = command.triggerTicks === null && command.orderType !== 'trailingStop';
    this.triggerDirection = null;
    this.triggeredAtMs = null;
    this.status = 'waiting';
    this.reason = null;
    this.filledLots = 0;
    this.filledQuoteMinor = 0;
    this.feeMinor = 0;
    this.frozenMinor = 0;
    this.preventedLots = 0;
    this.listId = null;
    this.parentOrderId = null;
    this.exitsRefused = null;
    if (command.instructions === undefined) {
      this.instructions = null;
      this.dueAtMs = Infinity;
      this.visibleLots = 0;
    } else this.instruct(command.instructions);
    this.keptMakerFeePpm = Infinity;
    this.keptTakerFeePpm = Infinity;
    this.placedAtMs = atMs;
    this.updatedAtMs = atMs;
  }

  /** In one order of names, so that equal instructions are written alike; none are null. */
  instruct(given: OrderInstructions): void {
    const { triggerDirection, selfTrade, ifUnfillable, expiresAtMs, guarded, triggerSource, trail } = given;
    const { visibleLots, takeProfitTicks, stopLossTicks, stopLossPriceTicks } = given;
    const instructions: OrderInstructions = {
      ...(triggerDirection === undefined ? {} : { triggerDirection }),
      ...(selfTrade === undefined ? {} : { selfTrade }),
      ...(ifUnfillable === undefined ? {} : { ifUnfillable }),
      ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
      ...(guarded === undefined ? {} : { guarded }),
      ...(triggerSource === undefined ? {} : { triggerSource }),
      ...(trail === undefined ? {} : { trail: { by: trail.by, distance: trail.distance } }),
      ...(visibleLots === undefined ? {} : { visibleLots }),
      ...(takeProfitTicks === undefined ? {} : { takeProfitTicks }),
      ...(stopLossTicks === undefined ? {} : { stopLossTicks }),
      ...(stopLossPriceTicks === undefined ? {} : { stopLossPriceTicks }),
    };
    this.instructions = Object.keys(instructions).length === 0 ? null : instructions;
    this.dueAtMs = expiresAtMs ?? Infinity;
    this.visibleLots = visibleLots ?? 0;
  }

  get trail(): OrderTrail | null {
    return this.instructions?.trail ?? null;
  }

  /** What of its quantity is neither filled nor prevented. */
  get openLots(): number {
    return this.quantityLots! - this.filledLots - this.preventedLots;
  }

  view(): OrderView {
    return {
      orderId: this.orderId,
      customerId: this.trader.customerId,
      marketId: this.trader.marketId,
      side: this.side === BID ? 'buy' : 'sell',
      orderType: this.orderType,
      timeInForce: this.timeInForce,
      postOnly: this.postOnly,
      priceTicks: this.priceTicks,
      quantityLots: this.quantityLots,
      budgetMinor: this.budgetMinor,
      triggerTicks: this.triggerTicks,
      triggered: this.triggered,
      clientOrderId: this.clientOrderId,
      status: this.status,
      reason: this.reason,
      filledLots: this.filledLots,
      filledQuoteMinor: this.filledQuoteMinor === 0 ? 0n : toBigInt(this.filledQuoteMinor),
      feeMinor: this.feeMinor === 0 ? 0n : toBigInt(this.feeMinor),
      frozenMinor: this.frozenMinor === 0 ? 0n : toBigInt(this.frozenMinor),
      placedAtMs: this.placedAtMs,
      updatedAtMs: this.updatedAtMs,
      triggeredAtMs: this.triggeredAtMs,
      preventedLots: this.preventedLots,
      instructions: this.instructions,
      listId: this.listId,
      parentOrderId: this.parentOrderId,
      exitsRefused: this.exitsRefused,
    };
  }
}

/** One customer in one market: their two spot accounts, found once, and their waiting orders, oldest first. */
export class Trader {
  readonly customerId: number;
  readonly marketId: number;
  readonly base: AccountIndex;
  readonly quote: AccountIndex;
  openOrders = 0;
  oldest: OpenOrder | null = null;
  newest: OpenOrder | null = null;

  constructor(customerId: number, marketId: number, base: AccountIndex, quote: AccountIndex) {
    this.customerId = customerId;
    this.marketId = marketId;
    this.base = base;
    this.quote = quote;
  }

  addOrder(order: OpenOrder): void {
    order.older = this.newest;
    if (this.newest === null) this.oldest = order;
    else this.newest.newer = order;
    this.newest = order;
    this.openOrders++;
  }

  removeOrder(order: OpenOrder): void {
    if (order.older === null) this.oldest = order.newer;
    else order.older.newer = order.newer;
    if (order.newer === null) this.newest = order.older;
    else order.newer.older = order.older;
    order.older = null;
    order.newer = null;
    this.openOrders--;
  }
}
