import type { BookSide } from '../book/side.ts';
import { selfTradeMode } from '../spot/matching.ts';
import type { SelfTradeMode } from '../spot/order.ts';
import type { ContractOrder } from './contract-order.ts';
import type { TakerCause } from './event.ts';
import { bankruptcyTicks, closedPart, realised, valueAtTicks } from './formulas.ts';
import type { Asking } from './instructions.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { Position } from './position.ts';
import type { FillResult, Settlement } from './settlement.ts';

/** How an order takes from the book: where it stops, and how a fill changes its position. */
export interface Taker {
  readonly position: Position;
  /** In hedge and net mode, the order that takes. */
  readonly order: ContractOrder | null;
  readonly effect: 'open' | 'close';
  readonly cause: TakerCause;
  readonly bookSide: BookSide;
  /** A forced order cancels its customer's own orders instead of ending before them. */
  readonly forced: boolean;
  /** What the order asked for; null: nobody ordered it, or it asks for nothing. */
  readonly asking: Asking | null;
  readonly selfTrade: SelfTradeMode;
  /** The worst price it trades at now. */
  limitTicks(): number;
  /** How many of up to `lots` it can take at the price. */
  affordable(priceTicks: number, lots: number): number;
  /** `into`: the position that its lots are in. */
  settle(lots: number, valueMinor: bigint, into: Position): FillResult;
}

abstract class MarketTaker {
  readonly position: Position;
  protected readonly market: PerpetualMarket;
  protected readonly settlement: Settlement;

  constructor(market: PerpetualMarket, settlement: Settlement, position: Position) {
    this.market = market;
    this.settlement = settlement;
    this.position = position;
  }

  get order(): ContractOrder | null {
    return this.position.order;
  }

  get asking(): Asking | null {
    return this.order;
  }

  get selfTrade(): SelfTradeMode {
    return selfTradeMode(this.asking ?? { instructions: null });
  }

  affordable(_priceTicks: number, lots: number): number {
    return lots;
  }
}

export class OpeningTaker extends MarketTaker implements Taker {
  readonly effect = 'open';
  readonly cause = 'order';
  readonly forced = false;
  readonly #limitTicks: number;

  constructor(market: PerpetualMarket, settlement: Settlement, position: Position, limitTicks: number) {
    super(market, settlement, position);
    this.#limitTicks = limitTicks;
  }

  override get asking(): Asking {
    return this.order ?? this.position;
  }

  get bookSide(): BookSide {
    return this.position.openingSide;
  }

  limitTicks(): number {
    return this.#limitTicks;
  }

  settle(lots: number, valueMinor: bigint, into: Position): FillResult {
    return this.settlement.open(
      this.market,
      this.position,
      into,
      lots,
      valueMinor,
      this.market.contract.takerFeePpm,
    );
  }
}

/** Closes within a limit, and never at a price where the margin would not cover the loss. */
export class ClosingTaker extends MarketTaker implements Taker {
  readonly effect = 'close';
  readonly cause: TakerCause;
  readonly #limitTicks: number;
  readonly #order: ContractOrder | null;

  constructor(
    market: PerpetualMarket,
    settlement: Settlement,
    position: Position,
    cause: TakerCause,
    limitTicks: number,
    order: ContractOrder | null = null,
  ) {
    super(market, settlement, position);
    this.cause = cause;
    this.#limitTicks = limitTicks;
    this.#order = order;
  }

  override get order(): ContractOrder | null {
    return this.#order;
  }

  get forced(): boolean {
    return this.cause !== 'close';
  }

  get bookSide(): BookSide {
    return this.position.closingSide;
  }

  limitTicks(): number {
    return worse(this.position, this.#limitTicks, bankruptcyTicks(this.market.contract, this.position));
  }

  settle(lots: number, valueMinor: bigint): FillResult {
    return this.settlement.close(
      this.market,
      this.position,
      lots,
      valueMinor,
      this.market.feesOf(this.position).takerFeePpm,
    );
  }
}

/** A liquidation with the position's own margin: down to its bankruptcy price; what a fill leaves helps the next. */
export class LiquidationTaker extends MarketTaker implements Taker {
  readonly effect = 'close';
  readonly cause = 'liquidation';
  readonly forced = true;

  get bookSide(): BookSide {
    return this.position.closingSide;
  }

  limitTicks(): number {
    return bankruptcyTicks(this.market.contract, this.position);
  }

  settle(lots: number, valueMinor: bigint): FillResult {
    return this.settlement.liquidate(this.market, this.position, lots, valueMinor);
  }
}

/**
 * A liquidation beyond bankruptcy, as far as the insurance fund can pay: within the price band and no further from the
 * mark, or the index, than the maintenance rate. The fund pays for leaps of the price, not for an empty book: nobody
 * gains by bidding far below the mark for a liquidation they caused, nor by moving the mark away from an unchanged
 * index.
 */
export class InsuredTaker extends LiquidationTaker {
  override limitTicks(): number {
    const { band, mark } = this.market;
    return band.worstWithin(this.bookSide, this.position.maintenancePpm, mark!.indexE8);
  }

  override affordable(priceTicks: number, lots: number): number {
    const fundMinor = this.settlement.insuranceMinor(this.market);
    const missing = (count: number): bigint => {
      const part = closedPart(this.position, count);
      const exit = valueAtTicks(this.market.contract, priceTicks, count);
      return -(part.marginMinor + realised(this.position.side, part.entryMinor, exit));
    };
    if (missing(lots) <= fundMinor) return lots;
    let low = 0;
    let high = lots;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (missing(middle) <= fundMinor) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** The nearer of two bounds: the higher one for selling, the lower one for buying. */
function worse(position: Position, a: number, b: number): number {
  return position.side === 'long' ? Math.max(a, b) : Math.min(a, b);
}
