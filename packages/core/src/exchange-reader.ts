import { depthOf, type Depth } from './book/depth.ts';
import { CUSTOMER_ACCOUNTS, type AccountKey } from './ledger/account.ts';
import type { ConvertReader } from './convert/reader.ts';
import type { DustReader } from './dust/reader.ts';
import type { LaunchReader } from './launch/reader.ts';
import type { Limits } from './limit/limit.ts';
import type { Market, MarketStatus } from './market/terms.ts';
import type { IndexTick } from './market/price-log.ts';
import type { Currency } from './money/currency.ts';
import type { OptionReader } from './option/reader.ts';
import type { Parts } from './parts.ts';
import type { PerpetualReader } from './perpetual/reader.ts';
import type { ReferralReader } from './referral/reader.ts';
import type { CancelTimerView } from './spot/event.ts';
import type { OrderInstructions, OrderView, TriggerDirection } from './spot/order.ts';
import { sourceE8 } from './spot/trigger-source.ts';
import type { TermsReader } from './terms/reader.ts';
import type { TrustReader } from './trust/reader.ts';
import type { Debt } from './wallet/event.ts';
import type { Withdrawal } from './withdrawal/event.ts';

export interface Balance {
  readonly availableMinor: bigint;
  readonly frozenMinor: bigint;
}

export type AccountBalance = AccountKey & Balance;

/** The read-only side of an exchange. Nothing here changes anything. */
export class ExchangeReader {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get trust(): TrustReader {
    return this.#parts.trust;
  }

  /** Perpetual contracts and their positions. */
  get perpetual(): PerpetualReader {
    return this.#parts.perpetual;
  }

  /** Announced terms and halts. */
  get terms(): TermsReader {
    return this.#parts.terms;
  }

  /** Referral: who invited whom, the promoters' terms and their pending rebates. */
  get referral(): ReferralReader {
    return this.#parts.referral;
  }

  /** Previews of conversions. */
  get conversions(): ConvertReader {
    return this.#parts.conversions;
  }

  /** What the house pays for small balances. */
  get dust(): DustReader {
    return this.#parts.dust;
  }

  get launch(): LaunchReader {
    return this.#parts.launch;
  }

  currency(id: number): Currency | null {
    return this.#parts.markets.currency(id) ?? null;
  }

  /** By id. */
  currencies(): readonly Currency[] {
    return this.#parts.markets.currencies();
  }

  market(id: number): Market | null {
    return this.#parts.markets.market(id)?.config ?? null;
  }

  /** By id. */
  markets(): readonly Market[] {
    return this.#parts.markets.all().map(market => market.config);
  }

  marketStatus(id: number): MarketStatus | null {
    return this.#parts.markets.market(id)?.status ?? null;
  }

  knowsCustomer(id: number): boolean {
    return this.#parts.customers.has(id);
  }

  /** Ids, ascending. */
  customerIds(): readonly number[] {
    return this.#parts.customers.ids();
  }

  /** Ids, ascending. */
  frozenCustomers(): readonly number[] {
    return this.#parts.customers.frozen();
  }

  isFrozen(customerId: number): boolean {
    return this.#parts.customers.isFrozen(customerId);
  }

  /** Withdrawals that hold money frozen, by id; released and settled ones are forgotten (projections keep those). */
  openWithdrawals(): readonly Withdrawal[] {
    return this.#parts.withdrawals.open();
  }

  /** What customers owe after reversed deposits, by customer and currency. */
  debts(): readonly Debt[] {
    return this.#parts.wallet.debts.all();
  }

  /** Whether the goodwill with this id was paid. */
  isGoodwillPaid(goodwillId: number): boolean {
    return this.#parts.corrections.isPaid(goodwillId);
  }

  /** Minor units of this deposit taken back so far; 0 for most. */
  reversedMinor(depositId: number): bigint {
    return this.#parts.corrections.reversedMinor(depositId);
  }

  /** What the customer owes in the currency; 0 for most. */
  owedMinor(customerId: number, currencyId: number): bigint {
    return this.#parts.wallet.debts.owedMinor(customerId, currencyId);
  }

  /** What of the house's own money may leave in a currency, in minor units; below zero if something is short. */
  freeProfitMinor(currencyId: number): bigint {
    return this.#parts.wallet.freeProfitMinor(currencyId);
  }

  /** Number of the newest posting; they count from 1 without gaps. 0 before the first. */
  get lastPostingId(): number {
    return this.#parts.ledger.nextPostingId - 1;
  }

  /** Zero for an account never used. */
  balance(key: AccountKey): Balance {
    const account = this.#parts.ledger.find(key);
    if (account === null) return { availableMinor: 0n, frozenMinor: 0n };
    return {
      availableMinor: this.#parts.ledger.availableMinor(account),
      frozenMinor: this.#parts.ledger.frozenMinor(account),
    };
  }

  /** Calls `visit` with every account ever used, the platform's too. */
  eachBalance(visit: (key: AccountKey, availableMinor: bigint, frozenMinor: bigint) => void): void {
    this.#parts.ledger.each(visit);
  }

  /** Every account of the customer that is not empty, by account then currency id. */
  balancesOf(customerId: number): readonly AccountBalance[] {
    const balances: AccountBalance[] = [];
    for (const account of CUSTOMER_ACCOUNTS) {
      for (const { id } of this.#parts.markets.currencies()) {
        const key = { ownerId: customerId, account, currencyId: id };
        const balance = this.balance(key);
        if (balance.availableMinor !== 0n || balance.frozenMinor !== 0n)
          balances.push({ ...key, ...balance });
      }
    }
    return balances;
  }

  /** A waiting order; null once it is completed or cancelled (projections keep those). */
  order(orderId: number): OrderView | null {
    return this.#parts.spot.order(orderId)?.view() ?? null;
  }

  /** Number of the newest spot order; they count from 1 without gaps. 0 before the first. */
  get lastOrderId(): number {
    return this.#parts.spot.lastOrderId;
  }

  /** Waiting orders, oldest first. */
  openOrders(customerId: number, marketId?: number): readonly OrderView[] {
    return this.#parts.spot.openOrders(customerId, marketId).map(order => order.view());
  }

  /**
   * Which way the price has to go from here to reach a trigger; null where there is no price, or it is there already. For
   * whoever sends a stop: see `OrderInstructions.triggerDirection`.
   */
  triggerDirection(
    marketId: number,
    triggerTicks: number,
    instructions: OrderInstructions | null = null,
  ): TriggerDirection | null {
    const listed = this.#parts.markets.market(marketId);
    const nowE8 = listed === undefined ? 0 : sourceE8(listed, { instructions });
    const triggerE8 = triggerTicks * (listed?.tickE8 ?? 0);
    if (nowE8 === 0 || nowE8 === triggerE8) return null;
    return triggerE8 > nowE8 ? 'rises' : 'falls';
  }

  /**
   * Of a trailing stop that follows the price: the highest price since it began to (sales), or the lowest. Null for other
   * orders, and before its activation.
   */
  trailingExtremeTicks(orderId: number): number | null {
    return this.#parts.spot.trailingExtremeTicks(orderId);
  }

  /** The customer's dead man's switch of a market, or of its contract; null: off. */
  cancelTimer(
    customerId: number,
    marketId: number,
    line: 'spot' | 'perpetual' = 'spot',
  ): CancelTimerView | null {
    return this.#parts.spot.timers.view(customerId, marketId, line);
  }

  /** Dead man's switches that are on, by customer and market. */
  cancelTimers(): readonly CancelTimerView[] {
    return this.#parts.spot.timers.all();
  }

  /** The best `levels` prices of each side; empty for an unknown market. */
  depth(marketId: number, levels: number): Depth {
    return depthOf(this.#parts.spot.market(marketId)?.book, levels);
  }

  /** Null before the first trade. */
  lastPriceTicks(marketId: number): number | null {
    return this.#parts.markets.market(marketId)?.lastPriceTicks || null;
  }

  /** Reference of the price band: the latest index tick, or the last trade if there is none. Truncated to ticks. */
  referencePriceTicks(marketId: number): number | null {
    return this.#parts.markets.market(marketId)?.referencePriceTicks() ?? null;
  }

  /** The newest index tick of the market. */
  indexTick(marketId: number): IndexTick | null {
    return this.#parts.markets.market(marketId)?.indexTick ?? null;
  }

  /** The newest index tick of the market that trades `base` for `quote` (currency ids); null where none has an index. */
  indexBetween(baseCurrencyId: number, quoteCurrencyId: number): IndexTick | null {
    return this.#parts.markets.indexOf(baseCurrencyId, quoteCurrencyId);
  }

  get option(): OptionReader {
    return this.#parts.options;
  }

  /** Limits that customers set themselves. */
  get limits(): Pick<Limits, 'standing'> {
    return this.#parts.limits;
  }

  /** Number and hash of the newest tick of the price log; 0 and 64 zeros before the first. */
  priceLogHead(): { readonly number: number; readonly hash: string } {
    return this.#parts.markets.head();
  }
}
