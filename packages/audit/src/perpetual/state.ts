import { addTo, newBook, newRow, removeFrom, type OrderBook, type Placed, type Row } from '../order-book.ts';
import type { Due } from '../due-list.ts';
import type { Halt, Market as Listed, Status } from '../world.ts';
import type { Asker } from './asks.ts';
import { lowerFees, type Contract, type Fees } from './contract.ts';
import type { PlaceConditional } from './conditional-command.ts';
import type { Side } from './figures.ts';
import { newClock, type FundingClock } from './funding-clock.ts';

/** An order that waits in the contract's book to open or to close a position. */
export interface Waiting extends Placed {
  /** Order id: later orders have higher ones. */
  readonly number: number;
  readonly price: bigint;
  readonly position: Position;
  readonly effect: 'open' | 'close';
  readonly bookSide: 'buy' | 'sell';
  lots: bigint;
  /** In hedge and net mode: what it is the waiting part of. */
  readonly order: Order | null;
  /** Its place in the list of what expires; null: it does not. */
  due: Due | null;
}

/** Each order its own position, one position a side, or one altogether. */
export type Mode = 'each' | 'hedge' | 'net';

/** An order in hedge or net mode, which waits or is being matched. */
export interface Order extends Asker {
  readonly id: number;
  readonly trader: Trader;
  readonly market: Contracted;
  /** `long` buys. */
  readonly side: Side;
  readonly onlyReduces: boolean;
  readonly orderType: 'limit' | 'market';
  lots: bigint;
  readonly multiple: bigint;
  limitTicks: bigint | null;
  readonly placedAtMs: number;
  filledLots: bigint;
  filledValue: bigint;
  fees: bigint;
  realised: bigint;
}

/** A price that does something to a position; `number` is the position's. */
interface Threshold extends Placed {
  readonly position: Position;
}

export type OrderEnd =
  | 'filled'
  | 'cancelledByCustomer'
  /** The rest of a market order found nothing. */
  | 'immediateRemainder'
  /** It would have met an order of its customer's. */
  | 'selfTrade'
  | 'positionClosed'
  | 'wouldBeLiquidated'
  /** A limit the customer set. */
  | 'ownLimit'
  | 'expired'
  | 'cancelTimer';

export type ThresholdKind = 'liquidation' | 'takeProfit' | 'stopLoss' | 'lapse';

/** An order of its own position: what is open of it, what waits, and what became of it. Money in minor units. */
export interface Position extends Asker {
  readonly id: number;
  readonly trader: Trader;
  readonly market: Contracted;
  readonly side: Side;
  /** Of merged positions: the mean by entry value. */
  multiple: bigint;
  /** Ppm, of its tier when it was ordered. Of merged positions: the mean by lots. */
  maintenance: bigint;
  /** What the mean's truncation has left over, in ppm × lots: less than its lots. */
  excess: bigint;
  /** Set: this is an order in hedge or net mode as far as it opens, and holds no lots itself. */
  readonly order: Order | null;
  readonly orderType: 'limit' | 'market';
  orderedLots: bigint;
  limitTicks: bigint | null;
  readonly placedAtMs: number;
  /** Open. */
  lots: bigint;
  entry: bigint;
  margin: bigint;
  openedLots: bigint;
  openedValue: bigint;
  closedValue: bigint;
  opening: Waiting | null;
  /** The oldest first. */
  readonly closings: Waiting[];
  waitingMargin: bigint;
  waitingFee: bigint;
  /** Ppm: as agreed when it began to wait. */
  makerFee: bigint;
  /** Fees of before they rose. */
  kept: Fees | null;
  addedMargin: bigint;
  removedMargin: bigint;
  /** What top-ups may add in all, and have added. */
  topUpLimit: bigint;
  topUpUsed: bigint;
  realised: bigint;
  fees: bigint;
  liquidationFee: bigint;
  funding: bigint;
  insurancePaid: bigint;
  takeProfit: bigint | null;
  stopLoss: bigint | null;
  /** The stop that was reached and still closes it. */
  triggered: 'takeProfit' | 'stopLoss' | null;
  /** Liquidated as far as anybody took it; waits for the next mark. */
  unfinished: boolean;
  /** Why its order no longer waits; null while it does, or is being matched. */
  orderEnd: OrderEnd | null;
  openedAtMs: number | null;
  ended: boolean;
  readonly thresholds: Partial<Record<ThresholdKind, Threshold>>;
}

/** What a customer chose for a contract. */
export interface Choice {
  readonly multiple: bigint | null;
  readonly topUpLimit: bigint;
}

export const NO_CHOICE: Choice = { multiple: null, topUpLimit: 0n };

/** A customer in one contract. */
export interface Trader {
  readonly customerId: number;
  mode: Mode;
  /** The contract account carries the positions. */
  cross: boolean;
  /** Whether it could when the last taker came. */
  healthy: boolean;
  /** In hedge and net mode. */
  readonly merged: Record<Side, Position | null>;
  /** Pending and held, the oldest first. */
  readonly positions: Map<number, Position>;
  /** Entry values of open lots and values of waiting ones. */
  exposure: bigint;
}

/** A conditional order that waits. */
export interface Conditional {
  readonly id: number;
  readonly trader: Trader;
  readonly market: Contracted;
  readonly asked: PlaceConditional;
  /** Whether it waits for a price that rises. */
  readonly rises: boolean;
  readonly placedAtMs: number;
  /** Of a trailing one that follows: the highest price since then (sales), or the lowest. */
  extreme: bigint | null;
  isReached: boolean;
}

/** The mark price and the index it was made with, in 1e-8. */
export interface Mark {
  readonly priceE8: bigint;
  readonly indexE8: bigint;
}

interface Reached {
  readonly liquidation: Row<Threshold>;
  readonly stop: Row<Threshold>;
  readonly lapse: Row<Threshold>;
}

/** One contract with its book and positions. */
export interface Contracted {
  readonly id: number;
  readonly listed: Listed;
  contract: Contract;
  status: Status;
  halt: Halt | null;
  /** When the last full halt ended. */
  haltedUntilMs: number;
  mark: Mark | null;
  /** 0 before the first trade. */
  lastTicks: bigint;
  /** Prices of trades since conditional orders were looked at; empty between commands. */
  traded: bigint[];
  readonly book: OrderBook<Waiting>;
  readonly positions: Map<number, Position>;
  readonly traders: Map<number, Trader>;
  readonly openLots: Record<Side, bigint>;
  readonly waitingLots: Record<Side, bigint>;
  readonly entry: Record<Side, bigint>;
  /** What a falling and what a rising price reaches, nearest first. */
  readonly falling: Reached;
  readonly rising: Reached;
  /** Stopped, or liquidated, and not closed completely: each mark tries again, in this order. */
  triggered: Position[];
  unfinished: Position[];
  readonly clock: FundingClock;
}

export function newContracted(listed: Listed, contract: Contract, nowMs: number): Contracted {
  const reached = (nearest: 'highest' | 'lowest'): Reached => ({
    liquidation: newRow(nearest),
    stop: newRow(nearest),
    lapse: newRow(nearest),
  });
  return {
    id: listed.id,
    listed,
    contract,
    status: 'open',
    halt: null,
    haltedUntilMs: -Infinity,
    mark: null,
    lastTicks: 0n,
    traded: [],
    book: newBook(),
    positions: new Map(),
    traders: new Map(),
    openLots: { long: 0n, short: 0n },
    waitingLots: { long: 0n, short: 0n },
    entry: { long: 0n, short: 0n },
    falling: reached('highest'),
    rising: reached('lowest'),
    triggered: [],
    unfinished: [],
    clock: newClock(contract.config.fundingIntervalMs, nowMs),
  };
}

export function traderOf(market: Contracted, customerId: number): Trader {
  let trader = market.traders.get(customerId);
  if (trader === undefined) {
    trader = {
      customerId,
      mode: 'each',
      cross: false,
      healthy: false,
      merged: { long: null, short: null },
      positions: new Map(),
      exposure: 0n,
    };
    market.traders.set(customerId, trader);
  }
  return trader;
}

/** The side of the book where the position's order to open, or to close, stands. */
export function bookSideOf(side: Side, effect: 'open' | 'close'): 'buy' | 'sell' {
  return (side === 'long') === (effect === 'open') ? 'buy' : 'sell';
}

export function opposite(side: Side): Side {
  return side === 'long' ? 'short' : 'long';
}

/** In net mode an order that waits to open closes this first; null: it opens. */
export function closesFirst({ effect, position: { trader, side } }: Waiting): Position | null {
  return effect === 'open' && trader.mode === 'net' ? trader.merged[opposite(side)] : null;
}

/** The fees a position pays: the contract's, or lower ones it keeps. */
export function feesOf({ market, kept }: Position): Fees {
  return kept === null ? market.contract.fees : lowerFees(kept, market.contract.fees);
}

/** Whether the newest index price is too old to act on, or there is none. */
export function isStale({ mark, listed, contract }: Contracted, nowMs: number): boolean {
  const { tick } = listed;
  return mark === null || tick === null || nowMs - tick.atMs > contract.config.staleAfterMs;
}

/** Has a threshold at another price, or (null) none. */
export function setThreshold(position: Position, kind: ThresholdKind, priceE8: bigint | null): void {
  const { market, side, thresholds } = position;
  const before = thresholds[kind];
  if (before?.price === (priceE8 ?? undefined)) return;
  const isFalling = (side === 'long') !== (kind === 'takeProfit');
  const rows = isFalling ? market.falling : market.rising;
  const row = kind === 'liquidation' ? rows.liquidation : kind === 'lapse' ? rows.lapse : rows.stop;
  if (before !== undefined) removeFrom(row, before);
  if (priceE8 === null) delete thresholds[kind];
  else {
    const threshold = { price: priceE8, number: position.id, position };
    thresholds[kind] = threshold;
    addTo(row, threshold);
  }
}

/** Whose order waits; null for a limit close of a position of its own, which asks for nothing. */
export function askerOf({ order, effect, position }: Waiting): Asker | null {
  return order ?? (effect === 'open' ? position : null);
}
