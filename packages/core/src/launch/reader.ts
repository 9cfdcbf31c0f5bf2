import type { LaunchFigures } from './figures.ts';
import type { LaunchOffer, LaunchOrder } from './terms.ts';

/** What can be read of launches; `exchange.launch`. */
export interface LaunchReader {
  /** By id. */
  offers(): LaunchOffer[];
  offer(offerId: number): LaunchOffer | null;
  figures(offerId: number): LaunchFigures | null;
  /** What has been committed so far; all 0 once the offer has ended. */
  totals(offerId: number): LaunchTotals | null;
  /** Orders of an offer that has not ended, by id; projections keep the others. */
  orders(offerId: number): LaunchOrder[];
  order(offerId: number, customerId: number): LaunchOrder | null;
  /** Calls `visit` with what offers hold of each customer. */
  eachHeld(visit: VisitHeld): void;
  /** Opening price of a launched currency's market, in 1e-8 quote units; null for markets that follow an index. */
  issuePriceE8(marketId: number): number | null;
}

export interface LaunchTotals {
  readonly orders: number;
  /** In quote minor units. */
  readonly valueMinor: bigint;
  /** What all would get if the supply were enough, in minor units of the new currency. */
  readonly wantedMinor: bigint;
}

/** `frozen` in the customer's account, `paid` into escrow until the launch, or `coins` in escrow until their release. */
export type VisitHeld = (
  customerId: number,
  currencyId: number,
  held: 'frozen' | 'paid' | 'coins',
  amountMinor: bigint,
) => void;
