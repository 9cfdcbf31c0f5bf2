import type { PerpetualContract, PerpetualStatus } from '../terms.ts';
import type { PositionSide } from '../position-view.ts';

/**
 * The arithmetic of contracts as a customer would do it on paper, from the rules (decisions 0122 and 0124) and not from
 * the core's formulas: whole minor units, comparisons by cross multiplication. Prices are in 1e-8 of the quote currency,
 * rates in ppm.
 */

const MILLION = 1_000_000n;

/** Profit at the mark, truncated toward zero. */
export function resultAt(market: PaperMarket, of: Pick<Holding, 'side' | 'lots' | 'entry'>): bigint {
  return (
    signed(of.side, scaledValue(market, of.lots, market.mark) - of.entry * scale(market)) / scale(market)
  );
}

/** Value at the mark × rate, truncated. */
export function maintenanceAt(market: PaperMarket, of: Pick<Holding, 'lots' | 'rate'>): bigint {
  return (scaledValue(market, of.lots, market.mark) * of.rate) / (scale(market) * MILLION);
}

/** What of a contract the figures depend on. */
export interface PaperMarket {
  contract: PerpetualContract;
  status: PerpetualStatus;
  mark: bigint;
  index: bigint;
  /** Of the newest index tick. */
  tickAtMs: number;
  /** The contract was halted, and no price has come since. */
  behind: boolean;
}

/** Open lots. */
export interface Holding {
  readonly id: number;
  readonly customerId: number;
  readonly marketId: number;
  readonly side: PositionSide;
  lots: bigint;
  entry: bigint;
  margin: bigint;
  multiple: bigint;
  /** Maintenance rate, and what its division left. */
  rate: bigint;
  rateRest: bigint;
  realised: bigint;
  fee: bigint;
  funding: bigint;
  topUpLimit: bigint;
  topUpUsed: bigint;
  /** Was liquidated at an earlier time, and some lots found nobody. */
  began: boolean;
}

/** What a figure of a side is: a profit of longs is a loss of shorts. */
export function signed(side: PositionSide, amount: bigint): bigint {
  return side === 'long' ? amount : -amount;
}

/** Value at a price, times the ticks in it, so that nothing is divided. */
function scaledValue({ contract }: PaperMarket, lots: bigint, priceE8: bigint): bigint {
  return priceE8 * lots * contract.quoteMinorPerTickLot;
}

function scale({ contract }: PaperMarket): bigint {
  return BigInt(contract.tickE8);
}

type Figures = Pick<Holding, 'side' | 'lots' | 'entry' | 'margin' | 'rate'>;

/** Margin and profit have fallen to the maintenance margin. */
export function isReached(market: PaperMarket, of: Figures, priceE8: bigint, margin = of.margin): boolean {
  const value = scaledValue(market, of.lots, priceE8);
  const profit = signed(of.side, value - of.entry * scale(market));
  return (margin * scale(market) + profit) * MILLION <= value * of.rate;
}

/** Margin and loss are equal, or the loss is larger: the price bankrupts. */
export function isUsedUp(market: PaperMarket, of: Figures, priceE8: bigint): boolean {
  const profit = signed(of.side, scaledValue(market, of.lots, priceE8) - of.entry * scale(market));
  return of.margin * scale(market) + profit < 0n;
}

/** Smallest whole margin that covers value ÷ leverage and loss, each by itself, at a price. */
export function requiredAt(market: PaperMarket, of: Figures, priceE8: bigint, multiple: bigint): bigint {
  const value = scaledValue(market, of.lots, priceE8);
  const loss = -signed(of.side, value - of.entry * scale(market));
  return upward(value, scale(market) * multiple) + (loss > 0n ? upward(loss, scale(market)) : 0n);
}

/** At mark or index, whichever asks for more. */
export function required(market: PaperMarket, of: Figures, multiple: bigint): bigint {
  const [atMark, atIndex] = [market.mark, market.index].map(price => requiredAt(market, of, price, multiple));
  return atMark! > atIndex! ? atMark! : atIndex!;
}

/** What a top-up adds so that the mark no longer reaches the position; 0: it cannot. */
export function topUp(market: PaperMarket, of: Holding, available: bigint): bigint {
  const most = [of.topUpLimit - of.topUpUsed, available, of.entry - of.margin].reduce(lesser);
  if (most <= 0n || isReached(market, of, market.mark, of.margin + most)) return 0n;
  return lesser(requiredAt(market, of, market.mark, of.multiple) - of.margin, most);
}

/** What some of the lots take with them: so much margin that the part is covered as far as the whole. */
export function share(of: Figures, lots: bigint): { readonly entry: bigint; readonly margin: bigint } {
  const entry = (of.entry * lots) / of.lots;
  if (of.side === 'long') return { entry, margin: (of.margin * lots) / of.lots };
  return { entry, margin: ((of.entry + of.margin) * lots) / of.lots - entry };
}

/** The value at which closing a part loses exactly its margin. */
export function bankruptAt(side: PositionSide, part: ReturnType<typeof share>): bigint {
  return part.entry - signed(side, part.margin);
}

/** Takes lots out of a holding, and returns their profit and their margin. */
export function take(of: Holding, lots: bigint, value: bigint, keepsMargin = false) {
  const part = share(of, lots);
  const profit = signed(of.side, value - part.entry);
  of.lots -= lots;
  of.entry -= part.entry;
  if (!keepsMargin) of.margin -= part.margin;
  of.realised += profit;
  // It is less than the lots, or nothing.
  const most = of.lots > 1n ? of.lots - 1n : 0n;
  of.rateRest = lesser(of.rateRest, most);
  return { profit, margin: part.margin };
}

/** Lots join a holding: the rate is the mean by lots, the leverage by entry value. */
export function join(of: Holding, lots: bigint, entry: bigint, rate: bigint, multiple: bigint): void {
  const sum = of.rate * of.lots + of.rateRest + rate * lots;
  of.multiple = (of.multiple * of.entry + multiple * entry) / (of.entry + entry);
  of.lots += lots;
  of.entry += entry;
  of.rate = sum / of.lots;
  of.rateRest = sum % of.lots;
}

export function percentOf(value: bigint, ppm: number): bigint {
  return (value * BigInt(ppm)) / MILLION;
}

export function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function upward(amount: bigint, by: bigint): bigint {
  const whole = amount / by;
  return whole * by === amount ? whole : whole + 1n;
}
