import { ASK, BID, oppositeOf, type BookSide } from '../book/side.ts';
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
import {
  belowMinNotional,
  checkFunds,
  checkMinNotional,
  checkOpenOrders,
  checkPriceBand,
  checkStopBand,
} from './admission.ts';
import { checkSpotMarket } from './check.ts';
import { Execution, fillsWhole } from './execution.ts';
import { Matching } from './matching.ts';
import type { OpenOrder, Trader } from './open-order.ts';
import type { OrderEndReason } from './order.ts';
import type { PlaceOrder, Quote, SpotCommand } from './command.ts';
import { OpenOrders } from './open-orders.ts';
import { replaced } from './replaced.ts';
import { readOrders, writeOrders } from './snapshot.ts';
import { SpotMarket } from './spot-market.ts';
import { validateOrder } from './validate-order.ts';
import { marketOrder, type PreviewedOrder } from './market-order-preview.ts';

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
  /** Markets the command changed. */
  readonly #touched = new ReusedList<SpotMarket>();

  constructor({ log, ledger, markets, customers, limits }: Shared, referral: Referral) {
    this.#log = log;
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.#limits = limits;
    this.#keeper = new OpenOrders(log, ledger);
    this.#matching = new Matching(log, ledger, this.#keeper, limits, referral);
    this.#execution = new Execution(this.#keeper, this.#matching, limits);
  }

  order(orderId: number): OpenOrder | undefined {
    return this.#keeper.find(orderId);
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
      case 'cancelOrder':
        return this.#cancelOrder(command, atMs);
      case 'cancelAllOrders':
        return this.#cancelAllOrders(command, atMs);
      case 'replaceOrders':
        return this.#replaceOrders(command, atMs);
    }
  }

  #place(command: PlaceOrder, atMs: number): Refusal | null {
    const market = this.market(command.marketId);
    if (market === undefined) return refuse('unknown_market', 'market_id');
    const trader = this.#trader(market, command.customerId);
    if (trader === undefined) return refuse('unknown_customer', 'customer_id');
    if (this.#customers.isFrozen(command.customerId)) return refuse('customer_frozen');
    const invalid = validateOrder(command, market.listed);
    if (invalid !== null) return invalid;
    if (market.listed.status === 'halted') return refuse('market_halted');
    if (market.listed.status === 'cancelOnly') return refuse('market_cancel_only');

    const limited = command.side === 'buy' ? this.#limits.refuseBuying(command.customerId) : null;
    if (limited !== null) return limited;

    this.#keeper.nowMs = atMs;
    const side = command.side === 'buy' ? BID : ASK;
    const refusal =
      command.triggerTicks !== null
        ? this.#placeStop(market, trader, side, command, command.triggerTicks)
        : command.orderType === 'limit'
          ? this.#placeLimit(market, trader, side, command)
          : this.#placeMarket(market, trader, side, command);
    if (refusal !== null) return refusal;
    this.#execution.runFired(market);
    this.#touch(market);
    return null;
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
    const wanted = { trader, side, priceTicks: null, quantityLots, budgetMinor };
    const taking = this.#execution.lookMarket(market, wanted);
    const isAsSeen = taking.lots === whole.lots && taking.valueMinor === whole.valueMinor;
    invariant(isAsSeen && fillsWhole(taking), `market ${market.id} has another book than a moment ago`);
    const order = this.#keeper.create(trader, side, command);
    const { orderId } = order;
    this.#keeper.freeze(order, whole.paidMinor);
    this.#execution.runMarket(market, order, taking);
    this.#execution.runFired(market);
    this.#touch(market);
    return orderId;
  }

  /** Another customer's order is refused like an unknown one. */
  #cancelOrder(command: CommandOf<'cancelOrder'>, atMs: number): Refusal | null {
    const order = this.#keeper.find(command.orderId);
    if (order === undefined) {
      const wasPlaced = command.orderId >= 1 && command.orderId <= this.#keeper.lastOrderId;
      return refuse(wasPlaced ? 'order_not_open' : 'unknown_order', 'order_id');
    }
    if (order.trader.customerId !== command.customerId) return refuse('unknown_order', 'order_id');
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

  #replaceOrders(command: CommandOf<'replaceOrders'>, atMs: number): Refusal | null {
    const { cancel, bids, asks } = command;
    return replaced(cancel.length + bids.length + asks.length, this.#replacements(command, atMs));
  }

  *#replacements(command: CommandOf<'replaceOrders'>, atMs: number): Generator<Refusal | null> {
    const { customerId, marketId, cancel, bids, asks } = command;
    for (const orderId of cancel) {
      const order = this.#keeper.find(orderId);
      yield order === undefined || order.trader.marketId === marketId
        ? this.#cancelOrder({ type: 'cancelOrder', customerId, orderId }, atMs)
        : refuse('unknown_order', 'cancel');
    }
    for (const quote of bids) yield this.#place(limitOrder(command, 'buy', quote), atMs);
    for (const quote of asks) yield this.#place(limitOrder(command, 'sell', quote), atMs);
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

  #placeLimit(market: SpotMarket, trader: Trader, side: BookSide, command: PlaceOrder): Refusal | null {
    const { listed } = market;
    const priceTicks = command.priceTicks!;
    const quantityLots = command.quantityLots!;
    const valueMinor = listed.valueMinor(priceTicks, quantityLots);
    const { timeInForce } = command;
    const frozenMinor = side === BID ? valueMinor : quantityLots * listed.baseMinorPerLot;
    const refusal =
      checkMinNotional(listed, valueMinor, 'quantity') ??
      checkPriceBand(listed, priceTicks) ??
      (timeInForce === 'GTC' ? checkOpenOrders(trader) : null) ??
      checkFunds(this.#ledger, listed, trader, side, frozenMinor);
    if (refusal !== null) return refusal;
    if (command.postOnly && market.book.crosses(side, priceTicks))
      return refuse('post_only_would_take', 'price');
    if (timeInForce === 'FOK') {
      const wanted = { trader, side, priceTicks, quantityLots, budgetMinor: null };
      if (!fillsWhole(this.#execution.lookLimit(market, wanted)))
        return refuse('fill_or_kill_unfillable', 'quantity');
    }
    const order = this.#keeper.create(trader, side, command);
    this.#keeper.freeze(order, frozenMinor);
    this.#execution.runLimit(market, order);
    return null;
  }

  #placeMarket(market: SpotMarket, trader: Trader, side: BookSide, command: PlaceOrder): Refusal | null {
    const { listed, book } = market;
    const { quantityLots, budgetMinor } = command;
    const bestTicks = book.bestPrice(oppositeOf(side));
    if (quantityLots === null) {
      const budget = Number(budgetMinor);
      const refusal =
        checkMinNotional(listed, budget, 'budget') ?? checkFunds(this.#ledger, listed, trader, side, budget);
      if (refusal !== null) return refusal;
    } else {
      // Valued at the reference price, so that a thin book cannot change the minimum.
      const reference = listed.referencePriceTicks() ?? bestTicks;
      const valueMinor = listed.valueMinor(Math.min(reference, listed.maxPriceTicks), quantityLots);
      if (bestTicks === 0) return refuse('no_liquidity');
      const refusal = checkMinNotional(listed, valueMinor, 'quantity');
      if (refusal !== null) return refusal;
    }
    const taking = this.#execution.lookMarket(market, {
      trader,
      side,
      priceTicks: null,
      quantityLots,
      budgetMinor,
    });
    if (taking.lots === 0 && taking.end === 'book') return refuse('no_liquidity');
    if (taking.lots === 0 && taking.end === 'budget') {
      return belowMinNotional(listed, listed.valueMinor(bestTicks, 1), 'budget');
    }
    if (command.timeInForce === 'FOK' && !fillsWhole(taking))
      return refuse('fill_or_kill_unfillable', 'quantity');
    const neededMinor = side === BID ? taking.valueMinor : quantityLots! * listed.baseMinorPerLot;
    const refusal = checkFunds(this.#ledger, listed, trader, side, neededMinor);
    if (refusal !== null) return refusal;
    const order = this.#keeper.create(trader, side, command);
    // Exactly what will be used, so that nothing stays frozen.
    this.#keeper.freeze(order, side === BID ? taking.valueMinor : taking.lots * listed.baseMinorPerLot);
    this.#execution.runMarket(market, order, taking);
    return null;
  }

  #placeStop(
    market: SpotMarket,
    trader: Trader,
    side: BookSide,
    command: PlaceOrder,
    triggerTicks: number,
  ): Refusal | null {
    const { listed } = market;
    const { priceTicks, quantityLots, budgetMinor } = command;
    const nowE8 = listed.triggerSourceE8();
    const triggerE8 = triggerTicks * listed.tickE8;
    if (nowE8 === triggerE8) return refuse('trigger_would_fire', 'trigger');
    const valueMinor =
      budgetMinor === null
        ? listed.valueMinor(priceTicks ?? triggerTicks, quantityLots!)
        : Number(budgetMinor);
    const frozenMinor = side === BID ? valueMinor : quantityLots! * listed.baseMinorPerLot;
    const refusal =
      checkMinNotional(listed, valueMinor, budgetMinor === null ? 'quantity' : 'budget') ??
      (priceTicks === null ? null : checkStopBand(listed, priceTicks, triggerE8)) ??
      checkOpenOrders(trader) ??
      checkFunds(this.#ledger, listed, trader, side, frozenMinor);
    if (refusal !== null) return refusal;
    const order = this.#keeper.create(trader, side, command);
    this.#keeper.freeze(order, frozenMinor);
    this.#keeper.keep(order);
    // Without any price yet, a buy stop waits for a rise and a sell stop for a fall.
    const rises = nowE8 === 0 ? side === BID : triggerE8 > nowE8;
    if (rises) market.stops.rising.add(order);
    else market.stops.falling.add(order);
    return null;
  }

  #touch(market: SpotMarket): void {
    if (!this.#touched.includes(market)) this.#touched.push(market);
  }

  #cancel(market: SpotMarket, order: OpenOrder, reason: OrderEndReason = 'cancelledByCustomer'): void {
    if (order.slot === 0) market.stops.remove(order);
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

/** Stops without a reason, in older journals, also forbade cancelling. */
function keepsOrders({ listed }: SpotMarket): boolean {
  return listed.status === 'halted' && listed.halt === null;
}
