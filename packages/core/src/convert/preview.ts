import { BID, ASK, oppositeOf } from '../book/side.ts';
import { formatMinor } from '../money/decimal.ts';
import { divideWhole } from '../money/ppm.ts';
import { toBigInt } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { belowMinNotional, checkMinNotional } from '../spot/admission.ts';
import type { SpotMarket } from '../spot/spot-market.ts';
import { previewMarketOrder, type PreviewedOrder } from '../spot/market-order-preview.ts';

/** One market order of a conversion as the book would fill it now. */
export interface ConvertLeg extends PreviewedOrder {
  /** In the currency received. */
  readonly feeMinor: number;
  readonly takerFeePpm: number;
  /** After the fee. */
  readonly receivedMinor: number;
}

export interface ConvertPreview {
  readonly legs: readonly ConvertLeg[];
  readonly paidMinor: bigint;
  /** After fees. */
  readonly receivedMinor: bigint;
  /** What stays in the middle currency of a conversion over two markets. */
  readonly restMinor: bigint;
}

/** `refusal`: why the market refuses the order now; if for its size, `availableMinor` is about what it would take. */
interface LegRefusal {
  readonly refusal: Refusal;
  readonly availableMinor: number | null;
}

/** Order fields at fault → the conversion's: any fault of an order is a fault of the amount. */
export function previewLeg(
  market: SpotMarket,
  customerId: number,
  fromCurrencyId: number,
  givenMinor: number,
): ConvertLeg | LegRefusal {
  const { listed } = market;
  if (listed.status === 'halted') return refused(refuse('market_halted'));
  if (listed.status === 'cancelOnly') return refused(refuse('market_cancel_only'));
  const buys = listed.quote.id === fromCurrencyId;
  const side = buys ? BID : ASK;
  const bestTicks = market.book.bestPrice(oppositeOf(side));
  if (bestTicks === 0) return refused(refuse('no_liquidity'));
  const wanted = buys ? listed.maxQuantityLots : divideWhole(givenMinor, listed.baseMinorPerLot);
  if (wanted > listed.maxQuantityLots) {
    const most = listed.maxQuantityLots * listed.baseMinorPerLot;
    return { refusal: refuse('quantity_too_large', 'amount'), availableMinor: most };
  }
  const reference = Math.min(listed.referencePriceTicks() ?? bestTicks, listed.maxPriceTicks);
  const small = checkMinNotional(listed, buys ? givenMinor : listed.valueMinor(reference, wanted), 'amount');
  if (small !== null) return refused(small);
  if (wanted === 0) return refused(belowMinNotional(listed, listed.valueMinor(bestTicks, 1), 'amount'));
  const { lots, valueMinor, feeMinor, end } = previewMarketOrder(
    market,
    customerId,
    side,
    wanted,
    buys ? givenMinor : null,
  );
  if (end === 'self') return refused(refuse('convert_own_order'));
  const paidMinor = buys ? valueMinor : lots * listed.baseMinorPerLot;
  if (end === 'book')
    return { refusal: refuse('convert_exceeds_depth', 'amount'), availableMinor: paidMinor };
  if (lots === 0) return refused(belowMinNotional(listed, listed.valueMinor(bestTicks, 1), 'amount'));
  return {
    marketId: market.id,
    side: buys ? 'buy' : 'sell',
    lots,
    valueMinor,
    feeMinor,
    takerFeePpm: listed.takerFeePpm,
    givenMinor,
    paidMinor,
    receivedMinor: (buys ? lots * listed.baseMinorPerLot : valueMinor) - feeMinor,
  };
}

/**
 * All orders of a conversion, one after the other: each spends what the one before brought. They are in different
 * markets, so one order's fills do not change the next order's.
 */
export function previewConversion(
  markets: readonly SpotMarket[],
  customerId: number,
  fromCurrencyId: number,
  amountMinor: number,
): ConvertPreview | Refusal {
  const legs: ConvertLeg[] = [];
  let currencyId = fromCurrencyId;
  let givenMinor = amountMinor;
  for (const market of markets) {
    const leg = previewLeg(market, customerId, currencyId, givenMinor);
    if ('refusal' in leg) return withMaximum(leg, markets[0]!, fromCurrencyId, amountMinor, givenMinor);
    legs.push(leg);
    const { base, quote } = market.listed;
    currencyId = base.id === currencyId ? quote.id : base.id;
    givenMinor = leg.receivedMinor;
  }
  const first = legs[0]!;
  const last = legs[legs.length - 1]!;
  return {
    legs,
    paidMinor: toBigInt(first.paidMinor),
    receivedMinor: toBigInt(last.receivedMinor),
    restMinor: legs.length === 1 ? 0n : toBigInt(first.receivedMinor - last.paidMinor),
  };
}

function refused(refusal: Refusal): LegRefusal {
  return { refusal, availableMinor: null };
}

/** Converts what the second market would take into the currency the customer pays, in proportion. */
function withMaximum(
  { refusal, availableMinor }: LegRefusal,
  { listed }: SpotMarket,
  fromCurrencyId: number,
  amountMinor: number,
  givenMinor: number,
): Refusal {
  if (availableMinor === null) return refusal;
  const from = listed.base.id === fromCurrencyId ? listed.base : listed.quote;
  const maximumMinor = (BigInt(amountMinor) * BigInt(availableMinor)) / BigInt(givenMinor);
  return refuse('convert_exceeds_depth', 'amount', {
    maximum: formatMinor(maximumMinor, from.decimals),
    currency: from.code,
  });
}
