import { Books, type Entry } from './books.ts';
import { Limits } from './limits.ts';
import type { Refusal } from './part.ts';

export interface Currency {
  readonly id: number;
  readonly code: string;
  readonly decimals: number;
}

export type Status = 'open' | 'cancelOnly' | 'halted';

/** Why and how trading is stopped. `untilMs` null: until somebody ends it. */
export interface Halt {
  readonly mode: 'closeOnly' | 'full' | 'recovery';
  readonly reason: string;
  readonly note: string;
  readonly sinceMs: number;
  readonly untilMs: number | null;
}

/** The newest tick of a market in the price log. */
export interface Tick {
  readonly number: number;
  readonly marketId: number;
  readonly priceE8: bigint;
  readonly atMs: number;
  readonly hash: string;
}

/** A spot market as configured; decimals as text, in the shortest form. */
export interface MarketConfig {
  readonly id: number;
  readonly baseCurrencyId: number;
  readonly quoteCurrencyId: number;
  readonly tickSize: string;
  readonly lotSize: string;
  readonly minNotional: string;
  readonly priceBandPpm: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/** What follows from a configuration. */
export interface MarketTerms {
  readonly config: MarketConfig;
  readonly tickE8: bigint;
  readonly baseMinorPerLot: bigint;
  readonly quoteMinorPerTickLot: bigint;
  readonly maxPriceTicks: bigint;
  readonly maxQuantityLots: bigint;
  readonly minNotionalMinor: bigint;
}

export interface Market {
  readonly id: number;
  readonly base: Currency;
  readonly quote: Currency;
  terms: MarketTerms;
  status: Status;
  halt: Halt | null;
  /** The newest index price; null before the first. */
  tick: Tick | null;
  /** 0 before the first trade. */
  lastPriceTicks: bigint;
  /** The issue price of a launched currency; 0 for all others. */
  openingE8: bigint;
}

/** A perpetual contract as configured; fields as in the journal, decimals in the shortest form. */
export interface PerpetualConfig {
  readonly marketId: number;
  readonly tickSize: string;
  readonly lotSize: string;
  readonly multiples: readonly number[];
  readonly tiers: readonly {
    readonly maxNotional: string;
    readonly maintenancePpm: number;
    readonly maxMultiple: number;
  }[];
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  readonly priceBandPpm: number;
  readonly maxOrderLots: number;
  readonly maxOpenInterestLots: number;
  readonly maxCustomerNotional: string;
  readonly fundingIntervalMs: number;
  readonly interestPpm: number;
  readonly fundingCapPpm: number;
  readonly staleAfterMs: number;
  readonly liquidationFeePpm: number;
}

/** An order that waits in a book. */
export interface Resting {
  readonly orderId: number;
  readonly customerId: number;
  readonly priceTicks: bigint;
  lots: bigint;
}

/** A fee that a fill posts, of which promoters get a part by the same posting. */
export interface Fee {
  readonly customerId: number;
  readonly currencyId: number;
  readonly feeMinor: bigint;
}

/** What spot does for other parts. */
export interface SpotDuty {
  /** Waiting orders of a side, the best first. */
  book(marketId: number, side: 'buy' | 'sell'): readonly Resting[];
  /**
   * A market order all or nothing, for a conversion: a sale of `lots`, or a purchase with `givenMinor` of the quote, that
   * freezes exactly `paidMinor`. Returns its id.
   */
  takeWhole(customerId: number, order: WholeOrder): number;
  /** Waiting orders keep the fees they have now, where the coming ones are higher. Called before the market changes. */
  keepFees(marketId: number): void;
  /** Takes off the customer's waiting buys, because of their own limit. */
  cancelBuys(customerId: number): void;
}

export interface WholeOrder {
  readonly marketId: number;
  readonly side: 'buy' | 'sell';
  readonly lots: bigint;
  readonly givenMinor: bigint;
  readonly paidMinor: bigint;
}

/** What perpetual contracts do for other parts. */
export interface PerpetualDuty {
  /** An order command of contracts, as a part of another command. */
  applyOrder(command: { readonly type: string; readonly customerId: number }): Refusal;
  /** Takes off what waits of a customer in a contract: all of it, or what may be. Returns how many. */
  cancelByTimer(customerId: number, marketId: number, onlyGuarded: boolean): number;
  /** Value at the mark of all open contracts in a currency. */
  openInterestMinor(currencyId: number): bigint;
  /** Takes off what waits to open, because of the customer's own limit. */
  cancelOpenings(customerId: number): void;
  /** The contract's terms in canonical form; null: no such contract. */
  config(marketId: number): PerpetualConfig | null;
  /** The same terms in canonical form, or why no contract of this market can have them. */
  canonical(config: PerpetualConfig): PerpetualConfig | string;
  /** Changes terms at once; positions and orders keep lower fees. */
  changeTerms(config: PerpetualConfig): Refusal;
  /** 0: no such contract. */
  nextFundingAtMs(marketId: number): number;
  status(marketId: number): Status | null;
  setHalt(marketId: number, status: Status, halt: Halt | null): void;
  /** Trading has opened again. */
  resumed(marketId: number): void;
}

export interface ReferralDuty {
  /** The entries that the posting of a fee has beside, and what becomes of them later. Called while it is made. */
  share(fee: Fee): readonly Entry[];
  /** The customer is no longer frozen. */
  unfrozen(customerId: number): void;
}

export interface LaunchDuty {
  /** Why a currency cannot be configured: an offer has reserved its id or code. */
  refuseCurrency(id: number, code: string): Refusal;
  refuseMarket(id: number): Refusal;
}

export interface TermsDuty {
  /** Why the status cannot be set by the older commands: a halt is in force. */
  refuseStatus(line: 'spot' | 'perpetual', marketId: number): Refusal;
}

type WorldState = Pick<
  World,
  'now' | 'currencies' | 'markets' | 'customers' | 'frozen' | 'debts' | 'ticks' | 'headHash'
>;

/** What all parts share, and what they do for each other: each part enters itself under its name. */
export class World {
  /** Time of the command being applied, milliseconds since 1970. */
  now = 0;
  readonly books = new Books();
  currencies = new Map<number, Currency>();
  /** In the order in which they were first configured. */
  markets = new Map<number, Market>();
  customers = new Set<number>();
  frozen = new Set<number>();
  /** What customers owe after reversed deposits, by `CUSTOMER/CURRENCY`. */
  debts = new Map<string, bigint>();
  readonly limits = new Limits(this);
  /** The price log: number and hash of its newest tick. */
  ticks = 0;
  headHash = '0'.repeat(64);
  /** See `CheckerOptions`. */
  anyNames = false;
  spot!: SpotDuty;
  perpetual!: PerpetualDuty;
  referral!: ReferralDuty;
  launch!: LaunchDuty;
  terms!: TermsDuty;

  get state(): unknown {
    const { now, currencies, markets, customers, frozen, debts, ticks, headHash, books, limits } = this;
    const own: WorldState = { now, currencies, markets, customers, frozen, debts, ticks, headHash };
    return { own, books: books.state, limits: limits.state };
  }

  set state(state: unknown) {
    const { own, books, limits } = state as { own: WorldState; books: unknown; limits: unknown };
    Object.assign(this, own);
    this.books.state = books;
    this.limits.state = limits;
  }

  /** Why the customer may not use their money; null if they may. */
  refuseActing(customerId: number): Refusal {
    if (!this.customers.has(customerId)) return 'unknown_customer';
    return this.frozen.has(customerId) ? 'customer_frozen' : null;
  }

  /** Ascending by id. */
  marketsById(): Market[] {
    return [...this.markets.values()].toSorted((a, b) => a.id - b.id);
  }

  currenciesById(): Currency[] {
    return [...this.currencies.values()].toSorted((a, b) => a.id - b.id);
  }
}
