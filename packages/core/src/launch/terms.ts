import type { MarketConfig } from '../market/terms.ts';
import type { Currency } from '../money/currency.ts';

/** `proRata`: everybody shares in proportion at the close. `firstCome`: served in order until it is sold out. */
export type LaunchMode = 'proRata' | 'firstCome';

/** A currency customers may pay with, at a rate that is fixed in the offer. */
export interface AcceptedCurrency {
  readonly currencyId: number;
  /** 1e-8 units of the market's quote currency per unit of this one; exactly 100_000_000 for the quote itself. */
  readonly rateE8: number;
}

/** A part of the allocation, released to spot some time after the launch. */
export interface Release {
  readonly afterMs: number;
  /** All releases of an offer add up to 1_000_000. */
  readonly ppm: number;
}

/**
 * The terms on which a new currency is offered. They may change until the start, never afterwards. The currency and its
 * market exist from the launch on; until then their ids and the code are reserved.
 */
export interface LaunchTerms {
  /** Chosen by the server, never used again: a positive safe integer. */
  readonly offerId: number;
  readonly currency: Required<Currency>;
  /** The market that opens at the launch: its base is the new currency, the issue price is in its quote currency. */
  readonly market: Omit<MarketConfig, 'baseCurrencyId'>;
  /** 1e-8 quote units per unit; a whole number of the market's ticks. */
  readonly issuePriceE8: number;
  /** The supply: most that is allocated, in minor units of the new currency. */
  readonly supplyMinor: bigint;
  readonly mode: LaunchMode;
  /** Smallest commitment of a customer, by its value in quote minor units. */
  readonly minimumMinor: bigint;
  /** The most one customer is allocated, in minor units of the new currency. */
  readonly capMinor: bigint;
  readonly accepted: readonly AcceptedCurrency[];
  readonly startMs: number;
  readonly closeMs: number;
  readonly launchMs: number;
  /** Earliest first; the first `afterMs` is the lock-up. */
  readonly releases: readonly Release[];
}

/** The configuration of an offer; amounts are decimal strings in units, as in `MarketConfig`. */
export type LaunchConfig = Omit<LaunchTerms, 'supplyMinor' | 'minimumMinor' | 'capMinor'> & {
  readonly supply: string;
  readonly minimum: string;
  readonly cap: string;
};

/**
 * `open` from its configuration to the close (upcoming before its start, subscribing after). `allocating`: the list is
 * frozen and the allocation is computed. `settling`, `cancelling`: orders are paid out, a bounded part at a time.
 * `launched` until the last release, then `released`. Only `released` and `cancelled` are final.
 */
export const LAUNCH_STATUSES = [
  'open',
  'settling',
  'closed',
  'launched',
  'released',
  'cancelling',
  'cancelled',
  'allocating',
] as const;
export type LaunchStatus = (typeof LAUNCH_STATUSES)[number];

/** The result of the close; null before it. */
export interface LaunchResult {
  /** Root of the frozen list of commitments, lower-case hex: `allocation-list.ts`. */
  readonly root: string;
  readonly orders: number;
  /** What all commitments were worth, in quote minor units. */
  readonly valueMinor: bigint;
  /** What all orders together got, in minor units of the new currency. */
  readonly allocatedMinor: bigint;
}

/** An offer with its current state. */
export interface LaunchOffer {
  readonly terms: LaunchTerms;
  readonly status: LaunchStatus;
  /** `terms.closeMs`, or when a first-come offer was sold out. */
  readonly closesAtMs: number;
  readonly soldOut: boolean;
  readonly result: LaunchResult | null;
}

export interface LaunchAmount {
  readonly currencyId: number;
  readonly amountMinor: bigint;
}

/** All commitments of one customer to one offer. Under review until the close, passed after it. */
export interface LaunchOrder {
  /** Counts the orders of all offers from 1, in the order of first commitments. */
  readonly orderId: number;
  readonly offerId: number;
  readonly customerId: number;
  /** In the order of the offer's accepted currencies, without zeros. */
  readonly committed: readonly LaunchAmount[];
  /** Null before the close. */
  readonly allocatedMinor: bigint | null;
  /** What the allocation cost; empty before the close. Listed like `committed`. */
  readonly spent: readonly LaunchAmount[];
  /** How much of the allocation has been released to the spot account. */
  readonly releasedMinor: bigint;
  /** The offer was cancelled and everything is back. */
  readonly returned: boolean;
}
