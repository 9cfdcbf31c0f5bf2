import type { PerpetualContract } from '../terms.ts';
import type { MarkPrice, PerpetualTrade } from '../event.ts';
import type { PerpetualOrderView } from '../order-view.ts';
import type { PositionSide, PositionView } from '../position-view.ts';

/** What an order opens with: `opened` is the value it has opened so far. */
export interface OpeningTerms {
  readonly marketId: number;
  multiple: number;
  /** The contract's fee when it was ordered. */
  makerFeePpm: number;
  /** All fees of the contract since then: announced lower ones apply to waiting orders, unannounced ones do not. */
  readonly makerFeesPpm: Set<number>;
  opened: bigint;
}

/** An order in hedge or net mode. */
export interface ReckonedOrder extends OpeningTerms {
  readonly view: PerpetualOrderView;
  lots: number;
  value: bigint;
  fee: bigint;
  realised: bigint;
}

/** A position as an outsider computes it from fills and payments. */
export interface Reckoned extends OpeningTerms {
  readonly side: PositionSide;
  lots: number;
  entry: bigint;
  /** Of a cross position 0, except while it is liquidated. */
  margin: bigint;
  readonly isCross: boolean;
  closedLots: number;
  closedValue: bigint;
  fee: bigint;
  funding: bigint;
  insured: bigint;
}

export function removedOf(view: PositionView | undefined): bigint {
  return view?.adjusted?.removedMarginMinor ?? 0n;
}

/** `from`: in mode `each` the position itself, otherwise the order. */
export function open(position: Reckoned, from: OpeningTerms, lots: number, value: bigint): void {
  const multiple = BigInt(from.multiple);
  if (!position.isCross) position.margin += (from.opened + value) / multiple - from.opened / multiple;
  position.lots += lots;
  from.opened += value;
  if (from !== position) {
    position.opened += value;
    mixLeverage(position, from.multiple, value);
  }
  position.entry += value;
}

/** Leverage of a merged position: the mean by entry value, rounded down. */
export function mixLeverage(into: Reckoned, multiple: number, value: bigint): void {
  const sum = BigInt(into.multiple) * into.entry + BigInt(multiple) * value;
  into.multiple = Number(sum / (into.entry + value));
}

export function fillOrder(
  order: ReckonedOrder,
  { quantityLots, valueMinor }: PerpetualTrade,
  effect: 'open' | 'close',
  fee: bigint,
  realised: bigint,
): void {
  must(effect === 'close' || !order.view.reduceOnly, 'an order that only reduces has opened something');
  order.lots += quantityLots;
  order.value += valueMinor;
  order.fee += fee;
  order.realised += realised;
}

export function liquidate(position: Reckoned, lots: number, value: bigint, paidMinor: bigint): void {
  const part = (position.entry * BigInt(lots)) / BigInt(position.lots);
  position.entry -= part;
  position.margin += profit(position.side, part, value) + paidMinor;
  position.lots -= lots;
  position.closedLots += lots;
  position.closedValue += value;
  position.insured += paidMinor;
  must(paidMinor >= 0n && position.margin >= 0n, 'a liquidation cost more than margin and insurance');
}

export function profit(side: PositionSide, entry: bigint, exit: bigint): bigint {
  return side === 'long' ? exit - entry : entry - exit;
}

/** Computes the median by sorting. */
export function checkMark(mark: MarkPrice, contract: PerpetualContract): void {
  const last = mark.lastPriceTicks === null ? mark.indexE8 : mark.lastPriceTicks * contract.tickE8;
  const sorted = [mark.fundingPriceE8, mark.basisPriceE8, last].toSorted((a, b) => a - b);
  must(mark.markE8 === sorted[1], 'the mark is not the median');
}

export function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
