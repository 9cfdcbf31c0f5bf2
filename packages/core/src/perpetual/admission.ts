import type { Ledger } from '../ledger/ledger.ts';
import { PRICE_DECIMALS } from '../market/derive-terms.ts';
import { formatMinor } from '../money/decimal.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { PerpetualTier } from './terms.ts';
import { liquidationPriceE8, survives, tierOf, type Exposure } from './formulas.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { PositionSide } from './position-view.ts';
import type { PerpetualTrader } from './position.ts';

/** Pending and held positions one customer may have in one contract. */
export const MAX_POSITIONS = 500;

/**
 * Whether the contract accepts an opening order: it must be open with a fresh index. In close-only it still accepts
 * orders that only wait: just reducing orders can trade with them, and nobody could reduce without them.
 */
export function checkOpening(market: PerpetualMarket, atMs: number, onlyWaits = false): Refusal | null {
  if (market.status === 'halted') return refuse('market_halted');
  if (market.status === 'cancelOnly' && !(onlyWaits && market.halt !== null)) {
    return refuse('market_cancel_only');
  }
  return market.isStale(atMs) ? refuse('index_stale') : null;
}

/** Whether the price may be the limit of an opening, or of a closing, order. */
export function checkBand(
  market: PerpetualMarket,
  priceTicks: number,
  effect: 'open' | 'close',
): Refusal | null {
  const { lowestTicks, highestTicks } = effect === 'open' ? market.band.limits : market.band.closingLimits;
  if (priceTicks >= lowestTicks && priceTicks <= highestTicks) return null;
  return refuse('price_out_of_band', 'price', {
    lowest: formatTicks(market, lowestTicks),
    highest: formatTicks(market, highestTicks),
  });
}

/** `leaving`: how many of them the same command ends before. */
export function checkPositions(trader: PerpetualTrader, leaving = 0): Refusal | null {
  if (trader.positions - leaving < MAX_POSITIONS) return null;
  return refuse('too_many_positions', undefined, { maximum: MAX_POSITIONS });
}

/** All lots that are open or wait to open on a side, including these, must stay within the contract's limit. */
export function checkOpenInterest(
  market: PerpetualMarket,
  side: PositionSide,
  lots: number,
  /** Of those that wait, the same command ends these before. */
  leavingLots = 0,
): Refusal | null {
  const { maxOpenInterestLots } = market.contract;
  const free = maxOpenInterestLots - market.openLots[side] - market.waitingLots[side] + leavingLots;
  return lots <= free ? null : refuse('open_interest_full', 'lots', { maximum: Math.max(0, free) });
}

/** The tier of the customer's exposure with this order, or why there is none for it. */
export function admitExposure(
  market: PerpetualMarket,
  exposureMinor: bigint,
  leverage: number,
): { readonly tier: PerpetualTier } | { readonly refusal: Refusal } {
  const { contract } = market;
  const { tiers, maxCustomerNotionalMinor } = contract;
  const largest = tiers.at(-1)!.maxNotionalMinor;
  const most = largest < maxCustomerNotionalMinor ? largest : maxCustomerNotionalMinor;
  const tier = tierOf(tiers, exposureMinor);
  if (tier === undefined || exposureMinor > most) {
    const params = { maximum: formatQuote(market, most), currency: market.listed.quote.code };
    return { refusal: refuse('exposure_too_large', 'lots', params) };
  }
  if (leverage > tier.maxMultiple) {
    return { refusal: refuse('multiple_too_high', 'multiple', { maximum: tier.maxMultiple }) };
  }
  return { tier };
}

/**
 * Refuses a position that the current mark or index would liquidate. The index counts because the mark returns to it: a
 * position opened while the mark is held elsewhere would be bankrupt at once, at the insurance fund's cost.
 */
export function checkSurvives(
  market: PerpetualMarket,
  exposure: Exposure,
  maintenancePpm: number,
): Refusal | null {
  const liquidation = liquidationPriceE8(market.contract, exposure, maintenancePpm);
  const { markE8, indexE8 } = market.mark!;
  if (liquidation === null || survives(exposure.side, liquidation, markE8, indexE8)) return null;
  return refuse('would_be_liquidated', 'price', {
    liquidation: formatE8(liquidation),
    mark: formatE8(markE8),
  });
}

/**
 * Each stop must be on its side of the price it is measured from: a long's take-profit above, its stop-loss below. A
 * stop-loss beyond the liquidation price would never be reached.
 */
export function checkStops(
  side: PositionSide,
  tickE8: number,
  stops: { readonly takeProfitTicks: number | null; readonly stopLossTicks: number | null },
  fromE8: number,
  liquidationE8: number | null,
): Refusal | null {
  const direction = side === 'long' ? 1 : -1;
  const { takeProfitTicks, stopLossTicks } = stops;
  if (takeProfitTicks !== null && (takeProfitTicks * tickE8 - fromE8) * direction <= 0) {
    return refuse('stop_wrong_side', 'take_profit', { from: formatE8(fromE8) });
  }
  if (stopLossTicks === null) return null;
  const stopE8 = stopLossTicks * tickE8;
  if ((fromE8 - stopE8) * direction <= 0) {
    return refuse('stop_wrong_side', 'stop_loss', { from: formatE8(fromE8) });
  }
  return checkStopLoss(side, tickE8, stopLossTicks, liquidationE8);
}

/** A stop-loss beyond the liquidation price would never be reached. */
export function checkStopLoss(
  side: PositionSide,
  tickE8: number,
  stopLossTicks: number | null,
  liquidationE8: number | null,
): Refusal | null {
  if (stopLossTicks === null || liquidationE8 === null) return null;
  const ahead = stopLossTicks * tickE8 - liquidationE8;
  if ((side === 'long' ? ahead : -ahead) > 0) return null;
  return refuse('stop_beyond_liquidation', 'stop_loss', { liquidation: formatE8(liquidationE8) });
}

/** Whether the contract account pays the amount. */
export function checkFunds(
  ledger: Ledger,
  market: PerpetualMarket,
  trader: PerpetualTrader,
  neededMinor: bigint,
  /** What the same command has brought in by then. */
  extraMinor = 0n,
): Refusal | null {
  const availableMinor = ledger.availableMinor(trader.account) + extraMinor;
  if (availableMinor >= neededMinor) return null;
  return refuse('insufficient_balance', undefined, {
    available: formatQuote(market, availableMinor),
    needed: formatQuote(market, neededMinor),
    currency: market.listed.quote.code,
  });
}

export function formatTicks(market: PerpetualMarket, priceTicks: number): string {
  return formatMinor(BigInt(priceTicks) * BigInt(market.contract.tickE8), PRICE_DECIMALS);
}

function formatE8(priceE8: number): string {
  return formatMinor(BigInt(priceE8), PRICE_DECIMALS);
}

export function formatQuote(market: PerpetualMarket, amountMinor: bigint): string {
  return formatMinor(amountMinor, market.listed.quote.decimals);
}
