import type { Depth } from '../book/depth.ts';
import type { PerpetualContract, PerpetualStatus } from './contract.ts';
import type { MarkPrice } from './events.ts';
import type { KeptFees } from '../market/kept-fees.ts';
import type { PositionView } from './position-view.ts';

/** The running funding interval. */
export interface FundingState {
  readonly nextFundingAtMs: number;
  /** What would be paid if it ended now, in 1e-8 of the value. */
  readonly rateE8: number;
  readonly samples: number;
}

/** What may be known of perpetual contracts at any moment; `exchange.perpetual`. */
export interface PerpetualReader {
  /** By market id. */
  contracts(): readonly PerpetualContract[];
  contract(marketId: number): PerpetualContract | null;
  status(marketId: number): PerpetualStatus | null;
  /** Null before the first index tick after the contract was listed. */
  mark(marketId: number): MarkPrice | null;
  funding(marketId: number): FundingState | null;
  /** Whether at this time the newest index tick is too old to open, trigger or liquidate by. True without any. */
  isStale(marketId: number, atMs: number): boolean;
  /** Null before the first trade. */
  lastPriceTicks(marketId: number): number | null;
  /** The best `levels` prices of each side; empty for an unknown contract. */
  depth(marketId: number, levels: number): Depth;
  /** Lots open long, which are as many as are open short. */
  openInterestLots(marketId: number): number;
  /** Of the newest order; order and position ids count from 1, limit closes among them. 0 before the first. */
  readonly lastPositionId: number;
  /** Pending or holding; null once it has ended (projections keep those). */
  position(positionId: number): PositionView | null;
  /** The fees a position keeps where the contract's have risen since; null: none have, or it has ended. */
  keptFees(positionId: number): KeptFees | null;
  /** Pending or holding, oldest first. */
  positionsOf(customerId: number, marketId?: number): readonly PositionView[];
  /** The customer's exposure in a contract: what a new order's value is added to, to find its tier. */
  exposureMinor(customerId: number, marketId: number): bigint;
}
