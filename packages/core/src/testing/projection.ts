import type { Command } from '../command.ts';
import type { Event, EventOf } from '../event.ts';
import type { Trade } from '../spot/event.ts';
import type { CustomerLimits } from '../limit/standing.ts';
import type { Market, MarketStatus } from '../market/terms.ts';
import { CHANNELS } from '../ledger/account.ts';
import { PerpetualProjection } from '../perpetual/testing/perpetual-projection.ts';
import type { OrderView, Side } from '../spot/order.ts';
import type { Withdrawal } from '../withdrawal/event.ts';
import { LaunchProjection } from './launch-projection.ts';
import { OptionProjection } from './option-projection.ts';
import { ReferralProjection } from './referral-projection.ts';
import { TrustProjection } from './trust-projection.ts';

const MAY_BE_NEGATIVE: readonly string[] = [
  'faucet',
  ...CHANNELS,
  'receivable',
  'perpetualClearing',
  'issuance',
];

/** Commands that take orders off, or change them, before others meet them. */
const CHANGE_FIRST: readonly string[] = ['replaceOrders', 'replaceOrder', 'orderBatch', 'amendOrder'];

interface Resting {
  readonly order: OrderView;
  /** When the order began to rest: the priority among orders with the same price. */
  readonly arrival: number;
  leftLots: number;
}

/**
 * What somebody who sees only the events knows about the exchange, with simple maps and bigints. Throws when an event
 * breaks a rule. Tests compare the exchange with it.
 */
export class Projection {
  /** `owner/account/currency/bucket` → minor units; zeros are left out. */
  readonly balances = new Map<string, bigint>();
  readonly waiting = new Map<number, OrderView>();
  readonly pending = new Map<number, Withdrawal>();
  readonly frozenCustomers = new Set<number>();
  /** `customer/currency` → minor units; zeros are left out. */
  readonly debts = new Map<string, bigint>();
  /** `market/side/price` → lots. */
  readonly levels = new Map<string, number>();
  readonly markets = new Map<number, Market>();
  readonly lastPriceTicks = new Map<number, number>();
  readonly statuses = new Map<number, MarketStatus>();
  readonly limits = new Map<number, CustomerLimits>();
  readonly perpetual = new PerpetualProjection();
  readonly options = new OptionProjection();
  readonly trust = new TrustProjection();
  readonly launch = new LaunchProjection();
  readonly referral = new ReferralProjection();
  readonly #resting = new Map<number, Resting>();
  readonly #takers = new Set<number>();
  /** The lowest fees since an order began to wait. */
  readonly #keptFees = new Map<number, Pick<Market, 'makerFeePpm' | 'takerFeePpm'>>();
  /** Orders that end in this command without being filled: whoever trades after that does not meet them. */
  #prevented: ReadonlySet<number> = new Set();
  readonly #withdrawals = new Set<number>();
  #postings = 0;
  #trades = 0;
  #ticks = 0;
  #arrivals = 0;

  /** Takes all events of one accepted command. Passing time applies announced terms; other commands withdraw them. */
  command(events: readonly Event[], by: Command['type'] = 'passTime'): void {
    const changed = new Set<number>();
    const levels = new Set<string>();
    const before = new Map<number, Market>();
    this.perpetual.command(events);
    this.options.begin();
    this.trust.begin();
    this.launch.begin();
    this.#prevented = endedUnfilled(events);
    if (CHANGE_FIRST.includes(by)) this.#changedFirst(events);
    for (const event of events) {
      switch (event.type) {
        case 'marketConfigured':
          before.set(event.market.id, this.markets.get(event.market.id) ?? event.market);
          this.markets.set(event.market.id, event.market);
          if (!this.statuses.has(event.market.id)) this.statuses.set(event.market.id, 'open');
          break;
        case 'termsAnnounced':
          // Waiting orders keep the fees they were placed with. Older journals change fees without announcing them.
          if (event.line === 'spot' && event.effectiveAtMs === null && by === 'passTime')
            this.#keepFees(before.get(event.marketId));
          break;
        case 'marketStatusSet':
          this.statuses.set(event.marketId, event.status);
          break;
        case 'limitsChanged':
          this.limits.set(event.limits.customerId, event.limits);
          break;
        case 'posted':
          this.#posted(event);
          break;
        case 'traded':
          this.#traded(event);
          break;
        case 'orderChanged':
          must(!changed.has(event.order.orderId), `order ${event.order.orderId} reported twice`);
          changed.add(event.order.orderId);
          this.#orderChanged(event.order, by === 'amendOrder' || by === 'orderBatch');
          break;
        case 'depthChanged': {
          const level = levelKey(event.marketId, event.side, event.priceTicks);
          must(!levels.has(level), `level ${level} reported twice`);
          levels.add(level);
          if (event.quantityLots === 0) this.levels.delete(level);
          else this.levels.set(level, event.quantityLots);
          break;
        }
        case 'indexTicked':
          must(event.number === ++this.#ticks, 'the price log has a gap');
          break;
        case 'withdrawalChanged': {
          const { type: _, ...withdrawal } = event;
          this.#withdrawalChanged(withdrawal);
          break;
        }
        case 'customerFrozenSet':
          must(this.frozenCustomers.has(event.customerId) !== event.frozen, 'frozen as it was');
          if (event.frozen) this.frozenCustomers.add(event.customerId);
          else this.frozenCustomers.delete(event.customerId);
          break;
        case 'debtChanged': {
          const key = `${event.customerId}/${event.currencyId}`;
          must((this.debts.get(key) ?? 0n) !== event.owedMinor, 'a debt changed to what it was');
          if (event.owedMinor === 0n) this.debts.delete(key);
          else this.debts.set(key, event.owedMinor);
          break;
        }
        case 'optionTermsSet':
        case 'optionChanged':
        case 'practiceChanged':
          this.options.take(event);
          break;
        case 'trustProductChanged':
        case 'trustInterestPaid':
        case 'trustOrderChanged':
          this.trust.take(event);
          break;
        case 'launchOfferChanged':
        case 'launchCommitted':
        case 'launchOrderChanged':
          this.launch.take(event);
          break;
        case 'promoterLinked':
        case 'rebateAccrued':
        case 'rebateSettled':
          this.referral.take(event);
          break;
        // `currencyConfigured` and `customerOpened` change nothing here; contracts have their own projection.
        default:
          break;
      }
    }
    for (const resting of this.#resting.values()) {
      const { order } = resting;
      must(resting.leftLots === leftLotsOf(order), `order ${order.orderId} traded unreported`);
    }
  }

  /** Frozen money computed from what holds it, with the same keys as `balances`. */
  held(): Map<string, bigint> {
    const held = new Map<string, bigint>();
    const add = (customerId: number, currencyId: number, amountMinor: bigint, account = 'spot'): void => {
      const key = `${customerId}/${account}/${currencyId}/frozen`;
      held.set(key, (held.get(key) ?? 0n) + amountMinor);
    };
    for (const { customerId, marketId, side, frozenMinor } of this.waiting.values()) {
      const { baseCurrencyId, quoteCurrencyId } = this.markets.get(marketId)!;
      add(customerId, side === 'buy' ? quoteCurrencyId : baseCurrencyId, frozenMinor);
    }
    for (const { customerId, currencyId, amountMinor } of this.pending.values()) {
      add(customerId, currencyId, amountMinor);
    }
    for (const { customerId, currencyId, principalMinor } of this.trust.hosted.values()) {
      add(customerId, currencyId, principalMinor, 'trust');
    }
    for (const { customerId, currencyId, amountMinor } of this.launch.frozen()) {
      add(customerId, currencyId, amountMinor);
    }
    for (const { customerId, marketId, marginMinor, waitingMinor } of this.perpetual.live.values()) {
      const { quoteCurrencyId } = this.perpetual.contracts.get(marketId)!;
      if (marginMinor + waitingMinor !== 0n) {
        add(customerId, quoteCurrencyId, marginMinor + waitingMinor, 'contract');
      }
    }
    for (const { customerId, marketId, waitingMinor } of this.perpetual.orders.values()) {
      const { quoteCurrencyId } = this.perpetual.contracts.get(marketId)!;
      if (waitingMinor !== 0n) add(customerId, quoteCurrencyId, waitingMinor, 'contract');
    }
    return held;
  }

  #withdrawalChanged(withdrawal: Withdrawal): void {
    const { withdrawalId, state } = withdrawal;
    if (state === 'pending') {
      must(!this.#withdrawals.has(withdrawalId), `withdrawal ${withdrawalId} began twice`);
      must(!this.frozenCustomers.has(withdrawal.customerId), 'a frozen customer withdrew');
      this.#withdrawals.add(withdrawalId);
      this.pending.set(withdrawalId, withdrawal);
    } else {
      must(this.pending.delete(withdrawalId), `withdrawal ${withdrawalId} ended without being open`);
    }
  }

  #posted(posting: EventOf<'posted'>): void {
    must(posting.postingId === ++this.#postings, 'postings have a gap');
    const sums = new Map<number, bigint>();
    for (const entry of posting.entries) {
      sums.set(entry.currencyId, (sums.get(entry.currencyId) ?? 0n) + entry.amountMinor);
      const key = `${entry.ownerId}/${entry.account}/${entry.currencyId}/${entry.bucket}`;
      const balance = (this.balances.get(key) ?? 0n) + entry.amountMinor;
      must(balance >= 0n || MAY_BE_NEGATIVE.includes(entry.account), `${key} is negative`);
      if (balance === 0n) this.balances.delete(key);
      else this.balances.set(key, balance);
    }
    for (const sum of sums.values()) must(sum === 0n, `posting ${posting.postingId} does not balance`);
  }

  #keepFees(market: Market | undefined): void {
    if (market === undefined) return;
    for (const { orderId, marketId } of this.waiting.values()) {
      if (marketId !== market.id) continue;
      const kept = this.#keptFees.get(orderId) ?? market;
      this.#keptFees.set(orderId, {
        makerFeePpm: Math.min(kept.makerFeePpm, market.makerFeePpm),
        takerFeePpm: Math.min(kept.takerFeePpm, market.takerFeePpm),
      });
    }
  }

  /** Orders are reported at the end of a command, but these take them off or change them before they place others. */
  #changedFirst(events: readonly Event[]): void {
    for (const event of events) {
      if (event.type !== 'orderChanged') continue;
      const { order } = event;
      const before = this.waiting.get(order.orderId);
      if (before === undefined) continue;
      const resting = this.#resting.get(order.orderId);
      if (order.reason === 'cancelledByCustomer') this.#resting.delete(order.orderId);
      else if (keepsPlace(before, order)) {
        if (resting !== undefined) resting.leftLots -= before.quantityLots! - order.quantityLots!;
      } else {
        this.#resting.delete(order.orderId);
        this.#keptFees.delete(order.orderId);
      }
    }
  }

  #traded(trade: Trade): void {
    must(trade.tradeId === ++this.#trades, 'trades have a gap');
    must(trade.takerCustomerId !== trade.makerCustomerId, 'a customer traded with themselves');
    this.#takers.add(trade.takerOrderId);
    const market = this.markets.get(trade.marketId)!;
    const value = BigInt(trade.priceTicks) * BigInt(trade.quantityLots) * market.quoteMinorPerTickLot;
    must(trade.quoteMinor === value, 'a trade is not worth price × quantity');
    const base = BigInt(trade.quantityLots) * market.baseMinorPerLot;
    const [takerGets, makerGets] = trade.takerSide === 'buy' ? [base, value] : [value, base];
    const takerPpm = Math.min(
      market.takerFeePpm,
      this.#keptFees.get(trade.takerOrderId)?.takerFeePpm ?? Infinity,
    );
    const makerPpm = Math.min(
      market.makerFeePpm,
      this.#keptFees.get(trade.makerOrderId)?.makerFeePpm ?? Infinity,
    );
    must(trade.takerFeeMinor === (takerGets * BigInt(takerPpm)) / 1_000_000n, 'taker fee');
    must(trade.makerFeeMinor === (makerGets * BigInt(makerPpm)) / 1_000_000n, 'maker fee');
    this.#checkPriority(trade);
    const maker = this.#resting.get(trade.makerOrderId);
    if (maker !== undefined) {
      must(maker.order.priceTicks === trade.priceTicks, 'a maker got another price than its own');
      maker.leftLots -= trade.quantityLots;
      must(maker.leftLots >= 0, 'a maker traded more than it had');
    }
    this.lastPriceTicks.set(trade.marketId, trade.priceTicks);
  }

  /** Throws if a resting order was skipped. An unknown maker order began to rest in this command. */
  #checkPriority(trade: Trade): void {
    const makerSide: Side = trade.takerSide === 'buy' ? 'sell' : 'buy';
    const { arrival = Infinity, order: maker } = this.#resting.get(trade.makerOrderId) ?? {};
    for (const other of this.#resting.values()) {
      if (other.order.marketId !== trade.marketId || other.order.side !== makerSide || other.leftLots === 0)
        continue;
      // An iceberg's next part comes behind the others at its price.
      const isWhole = [other.order, maker].every(one => one?.instructions?.visibleLots === undefined);
      // The taker's own are taken off, if it asks for that, and may be gone before another takes.
      if (other.order.customerId === trade.takerCustomerId) continue;
      if (this.#prevented.has(other.order.orderId)) continue;
      const ticks = other.order.priceTicks!;
      const better = makerSide === 'sell' ? ticks < trade.priceTicks : ticks > trade.priceTicks;
      const first = better || (isWhole && ticks === trade.priceTicks && other.arrival < arrival);
      must(!first, `order ${other.order.orderId} was passed over by ${trade.makerOrderId}`);
    }
  }

  #orderChanged(order: OrderView, isAmend: boolean): void {
    must(
      (order.status === 'waiting') === (order.reason === null),
      `order ${order.orderId} ended for no reason`,
    );
    if (order.status !== 'waiting') {
      this.waiting.delete(order.orderId);
      this.#resting.delete(order.orderId);
      must(order.frozenMinor === 0n, `order ${order.orderId} ended holding money`);
      return;
    }
    const before = this.waiting.get(order.orderId);
    this.waiting.set(order.orderId, order);
    if (!order.triggered) return;
    const known = this.#resting.get(order.orderId);
    const leftLots = leftLotsOf(order);
    must(!order.postOnly || !this.#takers.has(order.orderId), 'a post-only order took');
    if (known === undefined || before === undefined) {
      this.#resting.set(order.orderId, { order, arrival: ++this.#arrivals, leftLots });
      return;
    }
    const prevented = order.preventedLots - before.preventedLots;
    must(known.leftLots === leftLots + prevented, `order ${order.orderId} changed without trades`);
    must(isAmend || keepsPlace(before, order), `order ${order.orderId} was amended by something else`);
    this.#resting.set(order.orderId, { order, arrival: known.arrival, leftLots });
  }
}

/** Whether an order is as it was, apart from trades, or only smaller. */
function keepsPlace(before: OrderView, after: OrderView): boolean {
  return (
    before.priceTicks === after.priceTicks &&
    before.triggerTicks === after.triggerTicks &&
    before.budgetMinor === after.budgetMinor &&
    (before.quantityLots === after.quantityLots ||
      (before.triggered && before.quantityLots! > after.quantityLots!))
  );
}

function endedUnfilled(events: readonly Event[]): ReadonlySet<number> {
  return new Set(
    events.flatMap(event =>
      event.type === 'orderChanged' && event.order.status === 'cancelled' ? [event.order.orderId] : [],
    ),
  );
}

function leftLotsOf({ quantityLots, filledLots, preventedLots }: OrderView): number {
  return quantityLots! - filledLots - preventedLots;
}

export function levelKey(marketId: number, side: Side, priceTicks: number): string {
  return `${marketId}/${side}/${priceTicks}`;
}

function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
