import { askedOf, inOrder, type Asking, type ContractInstructions } from './instructions.ts';
import type { PerpetualOrderEnd, PerpetualOrderView, PositionMode } from './order-view.ts';
import type { PerpetualOrderType, PositionSide } from './position-view.ts';

interface OrderTerms {
  /** `long` buys, `short` sells. */
  readonly side: PositionSide;
  readonly reduceOnly: boolean;
  readonly orderType: PerpetualOrderType;
  readonly lots: number;
  readonly multiple: number;
  readonly priceTicks: number | null;
  readonly clientOrderId: string | null;
  readonly instructions?: ContractInstructions;
}

interface OfTrader {
  readonly customerId: number;
  readonly marketId: number;
  readonly mode: PositionMode;
}

/** The part of an order that waits to open: its margin and fee are frozen. */
interface WaitingOpening {
  readonly opening: { readonly lots: number } | null;
  readonly waitingMarginMinor: bigint;
  readonly waitingFeeMinor: bigint;
}

/**
 * An order in hedge or net mode while the core works on it: its fills change the customer's merged positions. What waits
 * of it either opens, with margin of its own, or only reduces. `PerpetualOrderView` explains the figures.
 */
export class ContractOrder implements Asking {
  readonly orderId: number;
  readonly trader: OfTrader;
  terms: OrderTerms;
  instructions: ContractInstructions | null;
  preventedLots = 0;
  readonly placedAtMs: number;
  opening: WaitingOpening | null = null;
  closing: { readonly lots: number } | null = null;
  filledLots = 0;
  filledValueMinor = 0n;
  feeMinor = 0n;
  realisedMinor = 0n;
  endReason: PerpetualOrderEnd | null = null;
  updatedAtMs: number;
  /** Whether the command being applied has changed it. */
  touched = false;

  constructor(orderId: number, trader: OfTrader, terms: OrderTerms, placedAtMs: number) {
    this.orderId = orderId;
    this.trader = trader;
    this.terms = terms;
    this.instructions = inOrder(terms.instructions);
    this.placedAtMs = placedAtMs;
    this.updatedAtMs = placedAtMs;
  }

  filled(lots: number, valueMinor: bigint, feeMinor: bigint, realisedMinor: bigint): void {
    this.filledLots += lots;
    this.filledValueMinor += valueMinor;
    this.feeMinor += feeMinor;
    this.realisedMinor += realisedMinor;
  }

  view(): PerpetualOrderView {
    const { terms, trader, opening, closing, endReason } = this;
    const { side, reduceOnly, lots } = terms;
    const reduced = side === 'long' ? 'short' : 'long';
    return {
      orderId: this.orderId,
      customerId: trader.customerId,
      marketId: trader.marketId,
      side: side === 'long' ? 'buy' : 'sell',
      positionSide: trader.mode === 'net' ? null : reduceOnly ? reduced : side,
      reduceOnly,
      orderType: terms.orderType,
      multiple: terms.multiple,
      lots,
      priceTicks: terms.priceTicks,
      clientOrderId: terms.clientOrderId,
      status: endReason === null ? 'open' : this.filledLots === lots ? 'filled' : 'ended',
      waitingLots: (opening?.opening?.lots ?? 0) + (closing?.lots ?? 0),
      waitingMinor: opening === null ? 0n : opening.waitingMarginMinor + opening.waitingFeeMinor,
      filledLots: this.filledLots,
      filledValueMinor: this.filledValueMinor,
      feeMinor: this.feeMinor,
      realisedMinor: this.realisedMinor,
      endReason,
      placedAtMs: this.placedAtMs,
      updatedAtMs: this.updatedAtMs,
      ...askedOf(this),
    };
  }
}
