import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { leastOf, PRICE_DECIMALS } from '../market/derive-terms.ts';
import type { Currency } from '../money/currency.ts';
import { formatMinor, parseDecimal } from '../money/decimal.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { PerpetualConfig, PerpetualContract, PerpetualTier } from './terms.ts';

/** Sums of two values of a position (entry and margin), and prices up to twice the largest, stay below 2^53. */
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER) / 4n;
const MAX_PRICE_TICKS = 10_000_000n;
const MAX_LOTS = 1_000_000_000n;
const MAX_LEVERAGE = 1_000;
const MAX_CHOICES = 50;
/** 10 %. */
const MAX_FEE_PPM = 100_000;
/** 50 %: a higher rate would make a short's liquidation price behave unlike what customers know. */
const MAX_MAINTENANCE_PPM = 500_000;
const MILLION = 1_000_000;
/** Margin in quote units. Its notional at the highest leverage must be available on each side of the book. */
const IMPACT_MARGIN = 200n;

/**
 * The contract a configuration describes, or why it is invalid. As for spot, one lot at one tick must be a whole number
 * ≥ 1 of quote minor units, and limits are chosen so that every figure of one position is exact in ordinary numbers. A
 * tier's maintenance rate must be below its initial rate (1 ÷ highest leverage), or positions would open liquidated.
 */
export function deriveContract(
  config: PerpetualConfig,
  base: Currency,
  quote: Currency,
): { readonly contract: PerpetualContract } | { readonly refusal: Refusal } {
  const invalid = (field: string) => ({ refusal: refuse('invalid_perpetual', field) });
  const tickE8 = parse(config.tickSize, PRICE_DECIMALS);
  if (tickE8 === null || tickE8 === 0n || tickE8 > MAX_SAFE) return invalid('tick_size');
  const baseMinorPerLot = parse(config.lotSize, base.decimals);
  if (baseMinorPerLot === null || baseMinorPerLot === 0n) return invalid('lot_size');
  const scale = 10n ** BigInt(PRICE_DECIMALS + base.decimals);
  const scaledValue = tickE8 * baseMinorPerLot * 10n ** BigInt(quote.decimals);
  if (scaledValue % scale !== 0n) return invalid('tick_size');
  const quoteMinorPerTickLot = scaledValue / scale;
  const maxPriceTicks = leastOf(MAX_PRICE_TICKS, MAX_SAFE / tickE8);
  const maxLots = leastOf(MAX_LOTS, MAX_SAFE / (maxPriceTicks * quoteMinorPerTickLot));
  if (maxLots < 1n) return invalid('lot_size');
  if (!isIntegerWithin(config.maxOrderLots, 1, Number(maxLots))) return invalid('max_order_lots');
  if (!isIntegerWithin(config.maxOpenInterestLots, 1, Number(MAX_LOTS)))
    return invalid('max_open_interest_lots');
  const maxCustomerNotionalMinor = parse(config.maxCustomerNotional, quote.decimals);
  if (maxCustomerNotionalMinor === null || maxCustomerNotionalMinor === 0n)
    return invalid('max_customer_notional');
  if (maxCustomerNotionalMinor > MAX_SAFE) return invalid('max_customer_notional');

  if (!isIntegerWithin(config.makerFeePpm, 0, MAX_FEE_PPM)) return invalid('maker_fee_ppm');
  if (!isIntegerWithin(config.takerFeePpm, 0, MAX_FEE_PPM)) return invalid('taker_fee_ppm');
  if (!isIntegerWithin(config.liquidationFeePpm, 0, MAX_FEE_PPM)) return invalid('liquidation_fee_ppm');
  if (!isIntegerWithin(config.priceBandPpm, 0, MILLION)) return invalid('price_band_ppm');
  const { fundingIntervalMs } = config;
  if (!isIntegerWithin(fundingIntervalMs, MINUTE_MS, DAY_MS)) return invalid('funding_interval_ms');
  if (fundingIntervalMs % MINUTE_MS !== 0 || DAY_MS % fundingIntervalMs !== 0)
    return invalid('funding_interval_ms');
  if (!isIntegerWithin(config.interestPpm, -MILLION, MILLION)) return invalid('interest_ppm');
  if (!isIntegerWithin(config.fundingCapPpm, 0, MILLION)) return invalid('funding_cap_ppm');
  if (!isIntegerWithin(config.staleAfterMs, 1, DAY_MS)) return invalid('stale_after_ms');
  if (!areLeverages(config.multiples)) return invalid('multiples');
  const tiers = deriveTiers(config, quote);
  if (tiers === null) return invalid('tiers');
  return {
    contract: {
      marketId: config.marketId,
      symbol: `${base.code}/${quote.code}`,
      baseCurrencyId: base.id,
      quoteCurrencyId: quote.id,
      tickSize: formatMinor(tickE8, PRICE_DECIMALS),
      lotSize: formatMinor(baseMinorPerLot, base.decimals),
      quoteMinorPerTickLot,
      tickE8: Number(tickE8),
      maxPriceTicks: Number(maxPriceTicks),
      multiples: [...config.multiples],
      tiers,
      makerFeePpm: config.makerFeePpm,
      takerFeePpm: config.takerFeePpm,
      priceBandPpm: config.priceBandPpm,
      maxOrderLots: config.maxOrderLots,
      maxOpenInterestLots: config.maxOpenInterestLots,
      maxCustomerNotionalMinor,
      impactNotionalMinor: IMPACT_MARGIN * 10n ** BigInt(quote.decimals) * BigInt(config.multiples.at(-1)!),
      fundingIntervalMs,
      interestPpm: config.interestPpm,
      fundingCapPpm: config.fundingCapPpm,
      staleAfterMs: config.staleAfterMs,
      liquidationFeePpm: config.liquidationFeePpm,
    },
  };
}

/** The configuration that derives this contract: what snapshots keep. */
export function configOf(contract: PerpetualContract, quote: Currency): PerpetualConfig {
  const { tiers, maxCustomerNotionalMinor } = contract;
  return {
    marketId: contract.marketId,
    tickSize: contract.tickSize,
    lotSize: contract.lotSize,
    multiples: contract.multiples,
    tiers: tiers.map(tier => ({
      maxNotional: formatMinor(tier.maxNotionalMinor, quote.decimals),
      maintenancePpm: tier.maintenancePpm,
      maxMultiple: tier.maxMultiple,
    })),
    makerFeePpm: contract.makerFeePpm,
    takerFeePpm: contract.takerFeePpm,
    priceBandPpm: contract.priceBandPpm,
    maxOrderLots: contract.maxOrderLots,
    maxOpenInterestLots: contract.maxOpenInterestLots,
    maxCustomerNotional: formatMinor(maxCustomerNotionalMinor, quote.decimals),
    fundingIntervalMs: contract.fundingIntervalMs,
    interestPpm: contract.interestPpm,
    fundingCapPpm: contract.fundingCapPpm,
    staleAfterMs: contract.staleAfterMs,
    liquidationFeePpm: contract.liquidationFeePpm,
  };
}

function areLeverages(leverages: readonly number[]): boolean {
  if (!Array.isArray(leverages) || leverages.length === 0 || leverages.length > MAX_CHOICES) return false;
  return leverages.every((leverage, i) =>
    isIntegerWithin(leverage, i === 0 ? 1 : leverages[i - 1]! + 1, MAX_LEVERAGE),
  );
}

function deriveTiers(config: PerpetualConfig, quote: Currency): PerpetualTier[] | null {
  if (!Array.isArray(config.tiers) || config.tiers.length === 0 || config.tiers.length > MAX_CHOICES)
    return null;
  const tiers: PerpetualTier[] = [];
  for (const { maxNotional, maintenancePpm, maxMultiple } of config.tiers) {
    const before = tiers.at(-1);
    const maxNotionalMinor = parse(maxNotional, quote.decimals);
    if (maxNotionalMinor === null || maxNotionalMinor > MAX_SAFE) return null;
    if (maxNotionalMinor <= (before?.maxNotionalMinor ?? 0n)) return null;
    if (!isIntegerWithin(maintenancePpm, before?.maintenancePpm ?? 1, MAX_MAINTENANCE_PPM)) return null;
    if (!isIntegerWithin(maxMultiple, 1, before?.maxMultiple ?? MAX_LEVERAGE)) return null;
    if (maintenancePpm * maxMultiple >= MILLION) return null;
    tiers.push({ maxNotionalMinor, maintenancePpm, maxMultiple });
  }
  return tiers;
}

function parse(text: string, decimals: number): bigint | null {
  return typeof text === 'string' ? parseDecimal(text, decimals) : null;
}
