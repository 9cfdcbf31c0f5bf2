import { OrderBook } from '../book/book.ts';
import { NONE } from '../book/order-pool.ts';
import { ASK, BID, type BookSide } from '../book/side.ts';
import type { EventLog } from '../event-log.ts';
import { InvariantBroken } from '../invariant.ts';
import { type PlatformAccount } from '../ledger/account.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import { IndexedHeap } from '../indexed-heap.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import type { AccountMargins, CrossThreshold } from './account-margin.ts';
import type { PerpetualContract, PerpetualStatus } from './terms.ts';
import type { ConditionalOrder } from './conditional-order.ts';
import { ConditionalWatch } from './conditional-watch.ts';
import type { ContractOrder } from './contract-order.ts';
import type { MarkPrice } from './event.ts';
import { initialMargin, liquidationPriceE8, valueAtTicks } from './formulas.ts';
import { FundingClock } from './funding-clock.ts';
import type { Position, WaitingOrder } from './position.ts';
import type { PositionSide } from './position-view.ts';
import { lowerFees, type KeptFees } from './kept-fees.ts';
import { RECOVERY_MS, type Halt } from '../market/halt.ts';
import { PriceBand } from './price-band.ts';
import { ThresholdHeap } from './threshold-heap.ts';
import { PerpetualTrader } from './position.ts';

/** A figure of the long and of the short side. */
type BothSides<T> = Record<PositionSide, T>;

const heaps = (direction: 1 | -1) => ({
  liquidation: new ThresholdHeap(direction),
  stop: new ThresholdHeap(direction),
  lapse: new ThresholdHeap(direction),
});

/** The threshold that a mark reaches first; of one customer there is one in a contract. */
const crossHeap = (direction: 1 | -1) =>
  new IndexedHeap<CrossThreshold>(
    (a, b) => (a.priceE8 - b.priceE8) * direction || a.customerId - b.customerId,
    {
      get: one => one.heapAt,
      set: (one, at) => {
        one.heapAt = at;
      },
    },
  );

/** One contract: its book, positions and thresholds, and what the current command has changed. */
export class PerpetualMarket {
  readonly id: number;
  contract: PerpetualContract;
  status: PerpetualStatus = 'open';
  /** Why it is stopped; null while it is open, and for stops without a reason. */
  halt: Halt | null = null;
  /** When the last full halt ended: intervals it overlapped pay no funding, and liquidations wait after it. */
  haltedUntilMs = -Infinity;
  /** The market whose index it follows. */
  readonly listed: ListedMarket;
  readonly book = new OrderBook();
  readonly band: PriceBand;
  readonly clock: FundingClock;
  mark: MarkPrice | null = null;
  /** 0 before the first trade. */
  lastPriceTicks = 0;

  /** Positions that are pending or holding, by id. */
  readonly positions = new Map<number, Position>();
  readonly openLots: BothSides<number> = { long: 0, short: 0 };
  readonly waitingLots: BothSides<number> = { long: 0, short: 0 };
  readonly entryMinor: BothSides<bigint> = { long: 0n, short: 0n };
  /** Thresholds a rising mark reaches, and those a falling one does; the index, too, reaches orders that must lapse. */
  readonly rising = heaps(1);
  readonly falling = heaps(-1);
  readonly conditional = new ConditionalWatch();
  /** Liquidated but not fully closed, in the order the mark reached them. The next mark drops those that ended. */
  readonly #risingCross = crossHeap(1);
  readonly #fallingCross = crossHeap(-1);
  #isMarked = false;
  /** Whose contract accounts carry cross positions. */
  readonly accounts: AccountMargins;
  triggered: Position[] = [];
  unfinished: Position[] = [];

  readonly fees: AccountIndex;
  readonly insurance: AccountIndex;
  readonly clearing: AccountIndex;
  readonly rounding: AccountIndex;
  readonly #ledger: Ledger;
  readonly #traders = new Map<number, PerpetualTrader>();
  /** By slot of the book. */
  readonly #resting: (WaitingOrder | null)[] = [null];
  /** Signed prices of changed levels: positive = bid, negative = ask. May contain duplicates. */
  readonly #touchedLevels: number[] = [];
  readonly #touched: Position[] = [];
  readonly #touchedOrders: ContractOrder[] = [];
  readonly #touchedConditional: ConditionalOrder[] = [];

  constructor(
    contract: PerpetualContract,
    listed: ListedMarket,
    ledger: Ledger,
    accounts: AccountMargins,
    atMs: number,
  ) {
    this.accounts = accounts;
    this.id = contract.marketId;
    this.contract = contract;
    this.listed = listed;
    this.#ledger = ledger;
    this.band = new PriceBand(contract);
    this.clock = new FundingClock(contract.fundingIntervalMs, atMs);
    const currencyId = contract.quoteCurrencyId;
    const of = (account: PlatformAccount) => ledger.platform(account, currencyId);
    this.fees = of('fees');
    this.insurance = of('insurance');
    this.clearing = of('perpetualClearing');
    this.rounding = of('rounding');
  }

  /** Applies terms to what opens from now on; positions keep their maintenance rate. */
  reconfigure(contract: PerpetualContract, atMs: number): void {
    this.contract = contract;
    this.band.reconfigure(contract);
    this.clock.reconfigure(contract.fundingIntervalMs, atMs);
  }

  /** The fees a position pays: the contract's, or lower ones that it keeps. */
  feesOf(position: Position): KeptFees {
    return lowerFees(position.kept, this.contract);
  }

  /** Lets positions and orders keep today's fees where the new ones are higher. Called before the contract changes. */
  keepFees(next: KeptFees): void {
    const { makerFeePpm, takerFeePpm, liquidationFeePpm } = this.contract;
    const rises =
      next.makerFeePpm > makerFeePpm ||
      next.takerFeePpm > takerFeePpm ||
      next.liquidationFeePpm > liquidationFeePpm;
    for (const position of this.positions.values()) {
      if (rises) position.kept = this.feesOf(position);
      position.makerFeePpm = Math.min(position.makerFeePpm, next.makerFeePpm);
    }
  }

  /** Full halts without a reason, in older journals, also forbade cancelling and adding margin. */
  get keepsOrders(): boolean {
    return this.status === 'halted' && this.halt === null;
  }

  /** Whether the newest index tick is too old to act on. */
  isStale(atMs: number): boolean {
    const tick = this.listed.indexTick;
    return this.mark === null || tick === null || atMs - tick.atMs > this.contract.staleAfterMs;
  }

  /** The customer must be known to the exchange. */
  trader(customerId: number): PerpetualTrader {
    let trader = this.#traders.get(customerId);
    if (trader === undefined) {
      const currencyId = this.contract.quoteCurrencyId;
      const account = this.#ledger.account({ ownerId: customerId, account: 'contract', currencyId });
      trader = new PerpetualTrader(customerId, this.id, account);
      this.#traders.set(customerId, trader);
    }
    return trader;
  }

  traderIfSeen(customerId: number): PerpetualTrader | undefined {
    return this.#traders.get(customerId);
  }

  traders(): Iterable<PerpetualTrader> {
    return this.#traders.values();
  }

  /** Orders in the book, by side and in the order they would be filled. */
  *resting(): Generator<WaitingOrder> {
    for (const side of [BID, ASK] as const) {
      for (let slot = this.book.best(side); slot !== NONE; slot = this.book.next(slot))
        yield this.restingAt(slot);
    }
  }

  restingAt(slot: number): WaitingOrder {
    return this.#resting[slot]!;
  }

  /** Puts an order into the book; it must not cross. */
  rest(order: WaitingOrder): void {
    const { orderId, position, bookSide, priceTicks, lots } = order;
    const slot = this.book.add(orderId, position.trader.customerId, bookSide, priceTicks, lots);
    order.slot = slot;
    while (this.#resting.length <= slot) this.#resting.push(null);
    this.#resting[slot] = order;
    this.touchLevel(bookSide, priceTicks);
  }

  /** Takes lots off a resting order, filled or not; with the last it leaves the book. */
  take(order: WaitingOrder, lots: number): void {
    order.lots -= lots;
    if (this.book.fill(order.slot, lots) === 0) {
      this.#resting[order.slot] = null;
      order.slot = 0;
    }
    this.touchLevel(order.bookSide, order.priceTicks);
  }

  /** Takes an order out of the book that will rest again. */
  liftOff(order: WaitingOrder): void {
    this.book.fill(order.slot, order.lots);
    this.#resting[order.slot] = null;
    order.slot = 0;
  }

  touchLevel(side: BookSide, priceTicks: number): void {
    const level = side === BID ? priceTicks : -priceTicks;
    // A taker mostly stays at one price.
    if (this.#touchedLevels.at(-1) !== level) this.#touchedLevels.push(level);
  }

  touch(position: Position, atMs: number): void {
    position.updatedAtMs = atMs;
    if (position.order !== null) {
      this.touchOrder(position.order, atMs);
      return;
    }
    if (position.touched) return;
    position.touched = true;
    this.#touched.push(position);
  }

  touchOrder(order: ContractOrder, atMs: number): void {
    order.updatedAtMs = atMs;
    if (order.touched) return;
    order.touched = true;
    this.#touchedOrders.push(order);
  }

  touchConditional(order: ConditionalOrder, atMs: number): void {
    order.updatedAtMs = atMs;
    if (order.touched) return;
    order.touched = true;
    this.#touchedConditional.push(order);
  }

  /** Updates the position's thresholds after any change of its figures. */
  arm(position: Position): void {
    const { side, lots } = position;
    const { cross } = position.trader;
    const heap = side === 'long' ? this.falling.liquidation : this.rising.liquidation;
    cross?.changed();
    position.liquidationE8 =
      lots === 0 || cross !== null
        ? null
        : liquidationPriceE8(this.contract, position, position.maintenancePpm);
    heap.set(position.liquidation, position.liquidationUnfinished ? null : position.liquidationE8);
    this.armStops(position);
  }

  /** Liquidation price of the whole order, whether or not it still waits: earlier partial fills do not change it. */
  armLapse(position: Position): void {
    const { side, opening, orderedLots: lots, multiple, maintenancePpm } = position;
    const heap = side === 'long' ? this.falling.lapse : this.rising.lapse;
    if (opening === null) {
      heap.remove(position.lapse);
      return;
    }
    const entryValueMinor = valueAtTicks(this.contract, opening.priceTicks, lots);
    const exposure = { side, lots, entryValueMinor, marginMinor: initialMargin(entryValueMinor, multiple) };
    heap.set(position.lapse, liquidationPriceE8(this.contract, exposure, maintenancePpm));
  }

  armStops(position: Position): void {
    const { tickE8 } = this.contract;
    const isOpen = position.lots > 0;
    const at = (ticks: number | null) => (ticks === null || !isOpen ? null : ticks * tickE8);
    const isLong = position.side === 'long';
    (isLong ? this.rising : this.falling).stop.set(position.takeProfit, at(position.takeProfitTicks));
    (isLong ? this.falling : this.rising).stop.set(position.stopLoss, at(position.stopLossTicks));
  }

  /** A new mark is known: when the command ends, it will have reached thresholds of accounts. */
  marked(): void {
    this.#isMarked = true;
  }

  /** The accounts whose thresholds the new mark has reached are to be looked at. */
  reachThresholds(): void {
    if (!this.#isMarked) return;
    this.#isMarked = false;
    const { markE8 } = this.mark!;
    for (const [heap, direction] of [
      [this.#risingCross, 1],
      [this.#fallingCross, -1],
    ] as const) {
      for (let one = heap.first(); one !== undefined; one = heap.first()) {
        if ((markE8 - one.priceE8) * direction < 0) break;
        heap.remove(one);
        one.account.changed();
      }
    }
  }

  /** Null: no mark matters. */
  setThreshold(threshold: CrossThreshold, direction: 1 | -1, priceE8: number | null): void {
    if (threshold.heapAt >= 0 && threshold.priceE8 === priceE8 && threshold.direction === direction) return;
    this.forgetThreshold(threshold);
    if (priceE8 === null) return;
    threshold.direction = direction;
    threshold.priceE8 = priceE8;
    (direction === 1 ? this.#risingCross : this.#fallingCross).add(threshold);
  }

  forgetThreshold(threshold: CrossThreshold): void {
    if (threshold.heapAt < 0) return;
    (threshold.direction === 1 ? this.#risingCross : this.#fallingCross).remove(threshold);
  }

  /** Reports every changed position, order and level once, as the command left it. */
  report(log: EventLog): void {
    for (const position of this.#touched) {
      position.touched = false;
      log.push({ type: 'positionChanged', position: position.view(this.contract) });
    }
    this.#touched.length = 0;
    for (const order of this.#touchedOrders) {
      order.touched = false;
      log.push({ type: 'perpetualOrderChanged', order: order.view() });
    }
    this.#touchedOrders.length = 0;
    for (const order of this.#touchedConditional) {
      order.touched = false;
      log.push({ type: 'conditionalOrderChanged', order: order.view() });
    }
    this.#touchedConditional.length = 0;
    this.conditional.forgetTrades();
    const levels = this.#touchedLevels;
    if (levels.length === 1) this.#reportLevel(log, levels[0]!);
    else if (levels.length > 1) for (const level of new Set(levels)) this.#reportLevel(log, level);
    levels.length = 0;
  }

  checkCheap(): void {
    const ask = this.book.bestPrice(ASK);
    if (ask !== 0 && this.book.bestPrice(BID) >= ask) {
      throw new InvariantBroken(`contract ${this.id} is crossed`);
    }
    if (this.openLots.long !== this.openLots.short) {
      throw new InvariantBroken(
        `contract ${this.id} has ${this.openLots.long} lots long, ${this.openLots.short} short`,
      );
    }
  }

  /** Building a market from a snapshot reports nothing. */
  forgetTouched(): void {
    this.#touchedLevels.length = 0;
    this.#touched.length = 0;
    this.#touchedOrders.length = 0;
  }

  #reportLevel(log: EventLog, level: number): void {
    const side = level > 0 ? BID : ASK;
    const priceTicks = level > 0 ? level : -level;
    log.push({
      type: 'perpetualDepthChanged',
      marketId: this.id,
      side: side === BID ? 'buy' : 'sell',
      priceTicks,
      quantityLots: this.book.levelLots(side, priceTicks),
    });
  }
}

/**
 * Whether somebody may be liquidated now: after a full halt customers close, add margin and are stopped by their own stops
 * before anybody is, even if close-only was requested in the meantime.
 */
export function liquidatesAt(market: PerpetualMarket, atMs: number): boolean {
  return market.status !== 'halted' && !market.isStale(atMs) && atMs >= market.haltedUntilMs + RECOVERY_MS;
}
