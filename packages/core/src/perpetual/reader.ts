import type { Depth } from '../book/depth.ts';
import type { PerpetualContract, PerpetualStatus } from './terms.ts';
import type { ContractChoice, MarginType } from './contract-choice.ts';
import type { MarkPrice } from './event.ts';
import type { KeptFees } from './kept-fees.ts';
import type { PerpetualOrderView, PositionMode } from './order-view.ts';
import type { PositionView } from './position-view.ts';

/** The running funding interval. */
export interface FundingState {
  readonly nextFundingAtMs: number;
  /** The rate if the interval ended now, in 1e-8 of the value. */
  readonly rateE8: number;
  readonly samples: number;
}

/** An account that carries cross positions, at the newest marks (decision 127). Amounts in minor units. */
export interface CrossFigures {
  readonly availableMinor: bigint;
  readonly equityMinor: bigint;
  readonly maintenanceMinor: bigint;
  /** What must stay available; beyond it nothing of the balance is needed. */
  readonly requiredMinor: bigint;
  /** Open ones, by contract and age. */
  readonly positions: readonly {
    readonly positionId: number;
    readonly marketId: number;
    /** Where the account would be liquidated if only this contract's mark moved, in 1e-8; null: nowhere. */
    readonly liquidationE8: number | null;
  }[];
}

/** What can be read of perpetual contracts; `exchange.perpetual`. */
export interface PerpetualReader {
  /** By market id. */
  contracts(): readonly PerpetualContract[];
  contract(marketId: number): PerpetualContract | null;
  status(marketId: number): PerpetualStatus | null;
  /** Null before the first index tick after the contract was listed. */
  mark(marketId: number): MarkPrice | null;
  funding(marketId: number): FundingState | null;
  /** Whether the newest index tick is too old at this time to open, trigger or liquidate. True without any tick. */
  isStale(marketId: number, atMs: number): boolean;
  /** Null before the first trade. */
  lastPriceTicks(marketId: number): number | null;
  /** The best `levels` prices of each side; empty for an unknown contract. */
  depth(marketId: number, levels: number): Depth;
  /** Lots open long, which equals the lots open short. */
  openInterestLots(marketId: number): number;
  /** Number of the newest order; order, position and limit close ids count from 1 together. 0 before the first. */
  readonly lastPositionId: number;
  /** A pending or holding position; null once it has ended (projections keep those). */
  position(positionId: number): PositionView | null;
  /** The fees a position keeps because the contract's rose; null: they have not, or it has ended. */
  keptFees(positionId: number): KeptFees | null;
  positionMode(customerId: number, marketId: number): PositionMode;
  marginType(customerId: number, marketId: number): MarginType;
  /** Null: no contract of the currency is set to cross by the customer. */
  crossAccount(customerId: number, currencyId: number): CrossFigures | null;
  /** How often this process has looked at an account that carries cross positions: no state, for measurements. */
  readonly crossLooks: number;
  /** Waiting orders of hedge and net mode, oldest first. Those of mode `each` are positions. */
  ordersOf(customerId: number, marketId?: number): readonly PerpetualOrderView[];
  /** Pending or holding, oldest first. */
  positionsOf(customerId: number, marketId?: number): readonly PositionView[];
  /** What the customer chose for a contract; nothing for an unknown one. */
  choice(customerId: number, marketId: number): ContractChoice;
  /** The customer's exposure in a contract: with a new order's value it gives the order's tier. */
  exposureMinor(customerId: number, marketId: number): bigint;
}
