import { ASK, BID, type BookSide } from '../book/side.ts';
import type { CommandOf } from '../command.ts';
import type { EventLog } from '../event-log.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import { invariant } from '../invariant.ts';
import type { Limits } from '../limit/limit.ts';
import type { Markets } from '../market/market.ts';
import type { CommandOwner } from '../product.ts';
import type { Referral } from '../referral/referral.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { ReusedList } from '../reused-list.ts';
import type { Shared } from '../shared.ts';
import type { SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Customers } from '../customer/customer.ts';
import { Amending } from './amending.ts';
import { CancelTimers } from './cancel-timers.ts';
import { checkSpotMarket } from './check.ts';
import { type AmendOrder, type PlaceOrder, type SetCancelTimer, type SpotCommand } from './command.ts';
import type { CancelTimerView } from './event.ts';
import { Execution, fillsWhole } from './execution.ts';
import { marketOrder, type PreviewedOrder } from './market-order-preview.ts';
import { Matching } from './matching.ts';
import { OpenOrder, type Trader } from './open-order.ts';
import { OpenOrders } from './open-orders.ts';
import type { OrderEndReason, Side } from './order.ts';
import { Placing } from './placing.ts';
import { SeveralOrders, type ContractOrders } from './several-orders.ts';
import { readOrders, SpotExtras, writeOrders } from './snapshot.ts';
import { SpotMarket } from './spot-market.ts';
import { validateOrder } from './validate-order.ts';

/** Orders and cancel timers that one passing of time ends at most, about. */
const MOST_ENDED = 500;

/** What `check` judges without applying it. */
export type CheckedCommand = PlaceOrder | AmendOrder;

/** Spot trading. Orders are checked completely before anything changes. */
export class Spot implements CommandOwner<SpotCommand> {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #limits: Limits;
  readonly #spotMarkets = new Map<number, SpotMarket>();
  readonly #keeper: OpenOrders;
  readonly #matching: Matching;
  readonly #execution: Execution;
  readonly #placing: Placing;
  readonly #amending: Amending;
  readonly #several: SeveralOrders;
  readonly #contracts: ContractOrders;
  readonly timers: CancelTimers;
  readonly extras: SpotExtras;
  /** Markets the command changed. */
  readonly #touched = new ReusedList<SpotMarket>();

  constructor(
    { log, ledger, markets, customers, limits }: Shared,
    referral: Referral,
    contracts: ContractOrders,
  ) {
    this.#contracts = contracts;
    this.#log = log;
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.#limits = limits;
    this.#keeper = new OpenOrders(log, ledger);
    this.#matching = new Matching(log, ledger, this.#keeper, limits, referral);
    this.#execution = new Execution(this.#keeper, this.#matching, limits);
    this.#placing = new Placing(ledger, this.#keeper, this.#execution);
    this.#amending = new Amending(ledger, this.#keeper, this.#execution);
    this.#several = new SeveralOrders(log, {
      place: (command, atMs) => this.#place(command, atMs),
      amend: (command, atMs) => this.#amend(command, atMs),
      cancel: (command, atMs) => this.#cancelOrder(command, atMs),
      marketOf: orderId => this.#keeper.find(orderId)?.trader.marketId,
      contracts,
    });
    this.timers = new CancelTimers(log);
    this.extras = new SpotExtras(this.#keeper, this.#spotMarkets, this.timers);
  }

  order(orderId: number): OpenOrder | undefined {
    return this.#keeper.find(orderId);
  }

  /** Where a trailing stop that follows the price has its extreme, else null. */
  trailingExtremeTicks(orderId: number): number | null {
    const order = this.#keeper.find(orderId);
    if (order?.orderType !== 'trailingStop') return null;
    return this.#spotMarkets.get(order.trader.marketId)!.watchOf(order).trails.extremeOf(order);
  }

  /** Undefined for a market that does not exist. */
  market(marketId: number): SpotMarket | undefined {
    const known = this.#spotMarkets.get(marketId);
    if (known !== undefined) return known;
    const listed = this.#markets.market(marketId);
    if (listed === undefined) return undefined;
    const market = new SpotMarket(listed, this.#ledger);
    this.#spotMarkets.set(marketId, market);
    return market;
  }

  apply(command: SpotCommand, atMs: number): Refusal | null {
    switch (command.type) {
      case 'placeOrder':
        return this.#place(command, atMs);
      case 'amendOrder':
        return this.#amend(command, atMs);
      case 'replaceOrder':
        return this.#several.replaceOne(command, atMs);
      case 'cancelOrder':
        return this.#cancelOrder(command, atMs);
      case 'cancelAllOrders':
        return this.#cancelAllOrders(command, atMs);
      case 'replaceOrders':
        return this.#several.replaceQuotes(command, atMs);
      case 'orderBatch':
        return this.#customers.has(command.customerId)
          ? this.#several.batch(command, atMs)
          : refuse('unknown_customer', 'customer_id');
      case 'setCancelTimer':
        return this.#setCancelTimer(command, atMs);
    }
  }

  /** Why the order would be refused now; null: it would be accepted. Nothing changes. */
  check(command: CheckedCommand, atMs: number): Refusal | null {
    return command.type === 'placeOrder'
      ? this.#place(command, atMs, false)
      : this.#amend(command, atMs, false);
  }

  #place(command: PlaceOrder, atMs: number, execute = true): Refusal | null {
    const market = this.market(command.marketId);
    if (market === undefined) return refuse('unknown_market', 'market_id');
    const trader = this.#trader(market, command.customerId);
    if (trader === undefined) return refuse('unknown_customer', 'customer_id');
    if (this.#customers.isFrozen(command.customerId)) return refuse('customer_frozen');
    const refusal =
      validateOrder(command, market.listed) ?? this.#refuseTrading(market, trader, command.side);
    if (refusal !== null) return refusal;
    this.#keeper.nowMs = atMs;
    const refused = this.#placing.place(market, trader, command, execute);
    return refused === null && execute ? this.#executed(market) : refused;
  }

  /** Why nobody, or not this customer, may place an order of this side now. */
  #refuseTrading({ listed }: SpotMarket, { customerId }: Trader, side: Side): Refusal | null {
    if (listed.status === 'halted') return refuse('market_halted');
    if (listed.status === 'cancelOnly') return refuse('market_cancel_only');
    return side === 'buy' ? this.#limits.refuseBuying(customerId) : null;
  }

  /** Ends a command that may have traded. */
  #executed(market: SpotMarket): null {
    this.#execution.runFired(market);
    this.#touch(market);
    return null;
  }

  #amend(command: AmendOrder, atMs: number, execute = true): Refusal | null {
    const order = this.#ownOrder(command);
    if (order instanceof OpenOrder === false) return order;
    const market = this.#spotMarkets.get(order.trader.marketId)!;
    if (keepsOrders(market)) return refuse('market_halted');
    const { trader } = order;
    this.#keeper.nowMs = atMs;
    const refusal = this.#amending.amend(market, order, command, execute, () =>
      this.#customers.isFrozen(trader.customerId)
        ? refuse('customer_frozen')
        : this.#refuseTrading(market, trader, order.side === BID ? 'buy' : 'sell'),
    );
    return refusal === null && execute ? this.#executed(market) : refusal;
  }

  #setCancelTimer(command: SetCancelTimer, atMs: number): Refusal | null {
    const { customerId, marketId, line } = command;
    if (line === 'perpetual') {
      if (!this.#contracts.isListed(marketId)) return refuse('unknown_perpetual', 'market_id');
    } else if (this.market(marketId) === undefined) return refuse('unknown_market', 'market_id');
    if (!this.#customers.has(customerId)) return refuse('unknown_customer', 'customer_id');
    return this.timers.set(command, atMs);
  }

  dueAtMs(): number {
    return Math.min(this.#keeper.expiring.first()?.dueAtMs ?? Infinity, this.timers.dueAtMs());
  }

  /** Ends what has expired, then what cancel timers take off: a bounded number of orders at a time. */
  passTime(atMs: number): void {
    this.#keeper.nowMs = atMs;
    let left = MOST_ENDED;
    for (let order = this.#keeper.expiring.first(); left > 0; order = this.#keeper.expiring.first()) {
      if (order === undefined || order.dueAtMs > atMs) break;
      const market = this.#spotMarkets.get(order.trader.marketId)!;
      this.#cancel(market, order, 'expired');
      this.#touch(market);
      left--;
    }
    while (left > 0) {
      const timer = this.timers.takeDue(atMs);
      if (timer === undefined) return;
      const ended =
        timer.line === 'perpetual' ? this.#contracts.cancelByTimer(timer, atMs) : this.#cancelByTimer(timer);
      left -= 1 + ended;
    }
  }

  /** Returns how many. */
  #cancelByTimer({ customerId, marketId, scope }: CancelTimerView): number {
    const market = this.market(marketId)!;
    const orders = this.openOrders(customerId, marketId).filter(
      order => scope === 'all' || order.instructions?.guarded === true,
    );
    for (const order of orders) this.#cancel(market, order, 'cancelTimer');
    this.#touch(market);
    return orders.length;
  }

  /**
   * Executes an order simulated within the same command; the caller has checked customer, market and funds. Returns its
   * id.
   */
  takeWhole(customerId: number, whole: PreviewedOrder, atMs: number): number {
    const market = this.market(whole.marketId)!;
    const trader = market.trader(customerId);
    this.#keeper.nowMs = atMs;
    const side: BookSide = whole.side === 'buy' ? BID : ASK;
    const command = marketOrder(customerId, whole);
    const { quantityLots, budgetMinor } = command;
    const wanted = { trader, side, priceTicks: null, quantityLots, budgetMinor, instructions: null };
    const taking = this.#execution.lookMarket(market, wanted);
    const isAsSeen = taking.lots === whole.lots && taking.valueMinor === whole.valueMinor;
    invariant(isAsSeen && fillsWhole(taking), `market ${market.id} has another book than a moment ago`);
    const order = this.#keeper.create(trader, side, command);
    const { orderId } = order;
    this.#keeper.freeze(order, whole.paidMinor);
    this.#execution.runMarket(market, order, taking);
    this.#executed(market);
    return orderId;
  }

  /** A waiting order of the customer; another's is refused like an unknown one. */
  #ownOrder({
    customerId,
    orderId,
  }: {
    readonly customerId: number;
    readonly orderId: number;
  }): OpenOrder | Refusal {
    const order = this.#keeper.find(orderId);
    if (order === undefined) {
      const wasPlaced = orderId >= 1 && orderId <= this.#keeper.lastOrderId;
      return refuse(wasPlaced ? 'order_not_open' : 'unknown_order', 'order_id');
    }
    return order.trader.customerId === customerId ? order : refuse('unknown_order', 'order_id');
  }

  #cancelOrder(command: CommandOf<'cancelOrder'>, atMs: number): Refusal | null {
    const order = this.#ownOrder(command);
    if (order instanceof OpenOrder === false) return order;
    const market = this.#spotMarkets.get(order.trader.marketId)!;
    if (keepsOrders(market)) return refuse('market_halted');
    this.#keeper.nowMs = atMs;
    this.#cancel(market, order);
    this.#touch(market);
    return null;
  }

  /** Of all markets; those halted without a reason keep their orders. Cancelling nothing is not an error. */
  #cancelAllOrders(command: CommandOf<'cancelAllOrders'>, atMs: number): Refusal | null {
    const { customerId, marketId } = command;
    if (!this.#customers.has(customerId)) return refuse('unknown_customer', 'customer_id');
    this.#keeper.nowMs = atMs;
    if (marketId !== null) {
      const market = this.market(marketId);
      if (market === undefined) return refuse('unknown_market', 'market_id');
      if (keepsOrders(market)) return refuse('market_halted');
      this.#cancelAllOf(market, customerId);
      return null;
    }
    for (const { config } of this.#markets.all()) {
      const market = this.#spotMarkets.get(config.id);
      if (market !== undefined && !keepsOrders(market)) this.#cancelAllOf(market, customerId);
    }
    return null;
  }

  /** Lets waiting orders keep today's fees where the new ones are higher. Called before the market changes. */
  keepFees(marketId: number, atMs: number): void {
    const market = this.#spotMarkets.get(marketId);
    if (market === undefined) return;
    this.#keeper.nowMs = atMs;
    const { makerFeePpm, takerFeePpm } = market.listed;
    for (const order of this.#keeper.all()) {
      if (order.trader.marketId !== marketId) continue;
      order.keptMakerFeePpm = Math.min(order.keptMakerFeePpm, makerFeePpm);
      order.keptTakerFeePpm = Math.min(order.keptTakerFeePpm, takerFeePpm);
    }
  }

  /** By id. */
  ordersWithKeptFees(): OpenOrder[] {
    return this.#keeper.all().filter(order => order.keptMakerFeePpm !== Infinity);
  }

  /** Cancels the customer's waiting buys, in halted markets too; sells stay. */
  cancelBuys(customerId: number, atMs: number): void {
    this.#keeper.nowMs = atMs;
    for (const { config } of this.#markets.all()) {
      const market = this.#spotMarkets.get(config.id);
      if (market === undefined) continue;
      const trader = market.traderIfSeen(customerId);
      let newer: OpenOrder | null;
      for (let order = trader?.oldest ?? null; order !== null; order = newer) {
        newer = order.newer;
        if (order.side === BID) this.#cancel(market, order, 'ownLimit');
      }
      this.#touch(market);
    }
  }

  /** A new index price may trigger stops while a market has no trades yet. */
  indexTicked(marketId: number, atMs: number): void {
    const market = this.#spotMarkets.get(marketId);
    if (market === undefined) return;
    this.#keeper.nowMs = atMs;
    this.#execution.indexTicked(market);
    this.#touch(market);
  }

  /** Ends a command: everything it changed is reported once, in its final state, and the books are checked. */
  report(): void {
    if (this.#touched.length === 0) return;
    this.#keeper.report();
    const touched = this.#touched;
    for (let i = 0; i < touched.length; i++) touched.at(i).report(this.#log);
    touched.clear();
  }

  /** Numbers are handed out from 1 without gaps; 0 before the first order. */
  get lastOrderId(): number {
    return this.#keeper.lastOrderId;
  }

  /** Waiting orders of a customer, oldest first. */
  openOrders(customerId: number, marketId: number | undefined): OpenOrder[] {
    const orders: OpenOrder[] = [];
    for (const market of this.#spotMarkets.values()) {
      if (marketId !== undefined && market.id !== marketId) continue;
      const trader = market.traderIfSeen(customerId);
      for (let order = trader?.oldest ?? null; order !== null; order = order.newer) orders.push(order);
    }
    return orders.toSorted((a, b) => a.orderId - b.orderId);
  }

  checkCheap(): void {
    for (const market of this.#spotMarkets.values()) market.checkNotCrossed();
  }

  /** Adds what each waiting order has frozen to its account in `frozen`. */
  checkAll(frozen: Map<AccountIndex, bigint>): void {
    const orders = this.#keeper.all();
    for (const market of this.#spotMarkets.values()) {
      const own = orders.filter(order => order.trader.marketId === market.id);
      checkSpotMarket(market, own, this.#keeper.lastOrderId, frozen);
    }
  }

  write(writer: SnapshotWriter): void {
    writer.int(this.#matching.lastTradeId);
    writer.int(this.#keeper.lastOrderId);
    writeOrders(writer, this.#keeper.all(), this.#allMarkets());
  }

  read(reader: SnapshotReader): void {
    this.#matching.lastTradeId = reader.int();
    this.#keeper.lastOrderId = reader.int();
    readOrders(reader, this.#keeper, this.#allMarkets(), (market, customerId) =>
      this.#trader(market, customerId),
    );
  }

  /** By id. */
  #allMarkets(): SpotMarket[] {
    return this.#markets.all().map(({ config }) => this.market(config.id)!);
  }

  #trader(market: SpotMarket, customerId: number): Trader | undefined {
    return (
      market.traderIfSeen(customerId) ??
      (this.#customers.has(customerId) ? market.trader(customerId) : undefined)
    );
  }

  #touch(market: SpotMarket): void {
    if (!this.#touched.includes(market)) this.#touched.push(market);
  }

  #cancel(market: SpotMarket, order: OpenOrder, reason: OrderEndReason = 'cancelledByCustomer'): void {
    if (order.slot === 0) market.watchOf(order).remove(order);
    else market.unrest(order);
    this.#keeper.end(order, reason);
  }

  #cancelAllOf(market: SpotMarket, customerId: number): void {
    const trader = market.traderIfSeen(customerId);
    if (trader === undefined) return;
    for (let order = trader.oldest; order !== null; order = trader.oldest) this.#cancel(market, order);
    this.#touch(market);
  }
}

/** Stops without a reason, in older journals, also forbade cancelling. */
function keepsOrders({ listed }: SpotMarket): boolean {
  return listed.status === 'halted' && listed.halt === null;
}
