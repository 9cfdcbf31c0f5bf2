import { ASK, BID, type BookSide } from '../book/side.ts';
import type { CommandOf } from '../command.ts';
import type { EventLog } from '../event-log.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import { invariant } from '../invariant.ts';
import type { Limits } from '../limit/limit.ts';
import type { ListedMarket } from '../market/listed-market.ts';
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
import { Cancelling } from './cancelling.ts';
import { CancelTimers } from './cancel-timers.ts';
import { checkSpotMarket } from './check.ts';
import type { AmendOrder, PlaceOrder, PlaceOrderList, SetCancelTimer, SpotCommand } from './command.ts';
import { Execution, fillsWhole } from './execution.ts';
import { Exits } from './exits.ts';
import { LinkedOrders } from './linked-orders.ts';
import { marketOrder, type PreviewedOrder } from './market-order-preview.ts';
import { Matching } from './matching.ts';
import { OpenOrder, type Trader } from './open-order.ts';
import { OpenOrders } from './open-orders.ts';
import { OrderLists, validateList } from './order-lists.ts';
import { hasExits, type Side } from './order.ts';
import { Placing, type Placer } from './placing.ts';
import { SeveralOrders, type ContractOrders } from './several-orders.ts';
import { ListExtras } from './list-snapshot.ts';
import { readOrders, SpotExtras, writeOrders } from './snapshot.ts';
import { NOWHERE, SpotMarket, type OrderPlace } from './spot-market.ts';
import { validateOrder } from './validate-order.ts';

/** What `check` judges without applying it. */
export type CheckedCommand = PlaceOrder | PlaceOrderList | AmendOrder;

/** Spot trading. Orders are checked completely before anything changes. */
export class Spot implements CommandOwner<SpotCommand> {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #limits: Limits;
  readonly #spotMarkets = new Map<number, SpotMarket>();
  readonly #keeper: OpenOrders;
  readonly #links: LinkedOrders;
  readonly #exits: Exits;
  readonly #matching: Matching;
  readonly #execution: Execution;
  readonly #placing: Placing;
  readonly #lists: OrderLists;
  readonly #amending: Amending;
  readonly #several: SeveralOrders;
  readonly #cancelling: Cancelling;
  readonly #contracts: ContractOrders;
  readonly timers: CancelTimers;
  readonly extras: SpotExtras;
  readonly listExtras: ListExtras;
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
    this.#links = new LinkedOrders(this.#keeper, order => this.#spotMarkets.get(order.trader.marketId)!);
    this.#exits = new Exits(ledger, this.#keeper, this.#links);
    this.#keeper.followed = order => {
      this.#links.release(order);
      if (hasExits(order.instructions)) this.#exits.ended(order);
    };
    this.#matching = new Matching(log, ledger, this.#keeper, this.#links, limits, referral);
    this.#execution = new Execution(this.#keeper, this.#links, this.#exits, this.#matching, limits);
    this.#lists = new OrderLists(ledger, this.#keeper, this.#links);
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
    const at = {
      market: (marketId: number) => this.#spotMarkets.get(marketId),
      orders: (customerId: number, marketId: number) => this.openOrders(customerId, marketId),
      finish: (market: SpotMarket) => this.#executed(market),
    };
    this.#cancelling = new Cancelling(this.#keeper, this.#links, this.timers, at, contracts);
    this.extras = new SpotExtras(this.#keeper, this.#spotMarkets, this.timers);
    this.listExtras = new ListExtras(this.#keeper, this.#spotMarkets);
  }

  order(orderId: number): OpenOrder | undefined {
    return this.#keeper.find(orderId);
  }

  /** What only a market knows of a waiting order. */
  placeOf(orderId: number): OrderPlace {
    const order = this.#keeper.find(orderId);
    const market = order && this.#spotMarkets.get(order.trader.marketId);
    return order === undefined || market === undefined ? NOWHERE : market.placeOf(order);
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
      case 'placeOrderList':
        return this.#placeList(command, atMs);
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
    if (command.type === 'amendOrder') return this.#amend(command, atMs, false);
    if (command.type === 'placeOrder') return this.#place(command, atMs, false);
    return this.#placeList(command, atMs, false);
  }

  #place(command: PlaceOrder, atMs: number, execute = true): Refusal | null {
    return this.#placeAs(command, atMs, execute, validateOrder, this.#placing);
  }

  #placeList(command: PlaceOrderList, atMs: number, execute = true): Refusal | null {
    return this.#placeAs(command, atMs, execute, validateList, this.#lists);
  }

  #placeAs<C extends PlaceOrder | PlaceOrderList>(
    command: C,
    atMs: number,
    execute: boolean,
    validate: (command: C, listed: ListedMarket) => Refusal | null,
    placing: Placer<C>,
  ): Refusal | null {
    const market = this.market(command.marketId);
    if (market === undefined) return refuse('unknown_market', 'market_id');
    const trader = this.#trader(market, command.customerId);
    if (trader === undefined) return refuse('unknown_customer', 'customer_id');
    if (this.#customers.isFrozen(command.customerId)) return refuse('customer_frozen');
    const refusal = validate(command, market.listed) ?? this.#refuseTrading(market, trader, command.side);
    if (refusal !== null) return refusal;
    this.#keeper.nowMs = atMs;
    const refused = placing.place(market, trader, command, execute);
    return refused === null && execute ? this.#executed(market) : refused;
  }

  /** Why nobody, or not this customer, may place an order of this side now. */
  #refuseTrading({ listed }: SpotMarket, { customerId }: Trader, side: Side): Refusal | null {
    if (listed.status === 'halted') return refuse('market_halted');
    if (listed.status === 'cancelOnly') return refuse('market_cancel_only');
    return side === 'buy' ? this.#limits.refuseBuying(customerId) : null;
  }

  /** Ends what may have traded, or ended orders with a bracket. */
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
    return this.#cancelling.dueAtMs();
  }

  passTime(atMs: number): void {
    this.#keeper.nowMs = atMs;
    this.#cancelling.passTime(atMs);
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
    this.#cancelling.each(market, [order]);
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
      this.#cancelling.all(market, customerId);
      return null;
    }
    for (const { config } of this.#markets.all()) {
      const market = this.#spotMarkets.get(config.id);
      if (market !== undefined && !keepsOrders(market)) this.#cancelling.all(market, customerId);
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
    for (const { config } of this.#markets.all()) this.#cancelling.buys(config.id, customerId);
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
    invariant(this.#exits.isEmpty, 'exits of a bracket were not placed');
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
}

/** Stops without a reason, in older journals, also forbade cancelling. */
function keepsOrders({ listed }: SpotMarket): boolean {
  return listed.status === 'halted' && listed.halt === null;
}
