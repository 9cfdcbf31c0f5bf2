import { DAY_MS, decimal, decimalText, isWhole, least, MAX_SAFE, MILLION, MINUTE_MS } from '../numbers.ts';
import type { Currency, PerpetualConfig } from '../world.ts';

/** Customers' exposures up to `upTo` belong to it. The rate in ppm. */
export interface Tier {
  readonly upTo: bigint;
  readonly maintenance: bigint;
  readonly maxMultiple: bigint;
}

/** In ppm. */
export interface Fees {
  readonly maker: bigint;
  readonly taker: bigint;
  readonly liquidation: bigint;
}

/** A contract's terms in whole numbers: prices in ticks or in 1e-8 quote units (E8), money in minor units, rates in ppm. */
export interface Contract {
  /** In canonical form. */
  readonly config: PerpetualConfig;
  readonly quoteId: number;
  readonly tickE8: bigint;
  /** What one lot costs at one tick. */
  readonly unit: bigint;
  readonly highestPrice: bigint;
  readonly multiples: readonly bigint[];
  readonly tiers: readonly Tier[];
  readonly fees: Fees;
  readonly band: bigint;
  readonly maxOrderLots: bigint;
  readonly maxOpenLots: bigint;
  readonly maxExposure: bigint;
  /** What each side of the book must offer for a middle: 200 quote units of margin at the highest multiple. */
  readonly impactValue: bigint;
  readonly interest: bigint;
  readonly fundingCap: bigint;
}

const PRICE_DECIMALS = 8;
const IMPACT_MARGIN = 200n;
/** Sums of a position's values, and of two prices, stay below 2^53. */
const MOST = MAX_SAFE / 4n;
const MOST_TICKS = 10_000_000n;
const MOST_LOTS = 1_000_000_000;
const MOST_CHOICES = 50;
const MOST_MULTIPLE = 1_000;
const MOST_FEE_PPM = 100_000;
const MOST_MAINTENANCE_PPM = 500_000;
const ALL_PPM = 1_000_000;

/** The contract, or null if its terms are invalid. */
export function contractOf(config: PerpetualConfig, base: Currency, quote: Currency): Contract | null {
  const tickE8 = positive(config.tickSize, PRICE_DECIMALS);
  const lot = positive(config.lotSize, base.decimals);
  const maxExposure = positive(config.maxCustomerNotional, quote.decimals);
  if (tickE8 === null || tickE8 > MOST || lot === null || maxExposure === null || maxExposure > MOST)
    return null;
  const value = tickE8 * lot * 10n ** BigInt(quote.decimals);
  const scale = 10n ** BigInt(PRICE_DECIMALS + base.decimals);
  if (value % scale !== 0n) return null;
  const unit = value / scale;
  const highestPrice = least(MOST_TICKS, MOST / tickE8);
  const mostLots = least(BigInt(MOST_LOTS), MOST / (highestPrice * unit));
  const isValid =
    mostLots >= 1n &&
    isWhole(config.maxOrderLots, 1, Number(mostLots)) &&
    isWhole(config.maxOpenInterestLots, 1, MOST_LOTS) &&
    isWhole(config.makerFeePpm, 0, MOST_FEE_PPM) &&
    isWhole(config.takerFeePpm, 0, MOST_FEE_PPM) &&
    isWhole(config.liquidationFeePpm, 0, MOST_FEE_PPM) &&
    isWhole(config.priceBandPpm, 0, ALL_PPM) &&
    isWhole(config.fundingIntervalMs, MINUTE_MS, DAY_MS) &&
    config.fundingIntervalMs % MINUTE_MS === 0 &&
    DAY_MS % config.fundingIntervalMs === 0 &&
    isWhole(config.interestPpm, -ALL_PPM, ALL_PPM) &&
    isWhole(config.fundingCapPpm, 0, ALL_PPM) &&
    isWhole(config.staleAfterMs, 1, DAY_MS) &&
    areMultiples(config.multiples);
  const tiers = isValid ? tiersOf(config, quote) : null;
  if (tiers === null) return null;
  return {
    config: {
      ...config,
      tickSize: decimalText(tickE8, PRICE_DECIMALS),
      lotSize: decimalText(lot, base.decimals),
      multiples: [...config.multiples],
      tiers: config.tiers.map(({ maintenancePpm, maxMultiple }, i) => ({
        maxNotional: decimalText(tiers[i]!.upTo, quote.decimals),
        maintenancePpm,
        maxMultiple,
      })),
      maxCustomerNotional: decimalText(maxExposure, quote.decimals),
    },
    quoteId: quote.id,
    tickE8,
    unit,
    highestPrice,
    multiples: config.multiples.map(BigInt),
    tiers,
    fees: {
      maker: BigInt(config.makerFeePpm),
      taker: BigInt(config.takerFeePpm),
      liquidation: BigInt(config.liquidationFeePpm),
    },
    band: BigInt(config.priceBandPpm),
    maxOrderLots: BigInt(config.maxOrderLots),
    maxOpenLots: BigInt(config.maxOpenInterestLots),
    maxExposure,
    impactValue: IMPACT_MARGIN * 10n ** BigInt(quote.decimals) * BigInt(config.multiples.at(-1)!),
    interest: BigInt(config.interestPpm),
    fundingCap: BigInt(config.fundingCapPpm),
  };
}

/** Whether two contracts have the same terms. */
export function isSame(a: Contract, b: Contract): boolean {
  return FIELDS.every(field => JSON.stringify(a.config[field]) === JSON.stringify(b.config[field]));
}

const FIELDS = [
  'tickSize',
  'lotSize',
  'multiples',
  'tiers',
  'makerFeePpm',
  'takerFeePpm',
  'priceBandPpm',
  'maxOrderLots',
  'maxOpenInterestLots',
  'maxCustomerNotional',
  'fundingIntervalMs',
  'interestPpm',
  'fundingCapPpm',
  'staleAfterMs',
  'liquidationFeePpm',
] as const;

/** Ascending in value and rate, descending in multiple; each rate below the share its highest multiple begins with. */
function tiersOf({ tiers: configs }: PerpetualConfig, quote: Currency): Tier[] | null {
  if (!Array.isArray(configs) || configs.length === 0 || configs.length > MOST_CHOICES) return null;
  const tiers: Tier[] = [];
  let [leastPpm, mostMultiple] = [1, MOST_MULTIPLE];
  for (const { maxNotional, maintenancePpm, maxMultiple } of configs as PerpetualConfig['tiers']) {
    const upTo = positive(maxNotional, quote.decimals);
    if (upTo === null || upTo > MOST || upTo <= (tiers.at(-1)?.upTo ?? 0n)) return null;
    if (!isWhole(maintenancePpm, leastPpm, MOST_MAINTENANCE_PPM)) return null;
    if (!isWhole(maxMultiple, 1, mostMultiple) || maintenancePpm * maxMultiple >= ALL_PPM) return null;
    tiers.push({ upTo, maintenance: BigInt(maintenancePpm), maxMultiple: BigInt(maxMultiple) });
    [leastPpm, mostMultiple] = [maintenancePpm, maxMultiple];
  }
  return tiers;
}

function areMultiples(multiples: readonly number[]): boolean {
  if (!Array.isArray(multiples) || multiples.length === 0 || multiples.length > MOST_CHOICES) return false;
  return multiples.every((one, i) => isWhole(one, i === 0 ? 1 : Number(multiples[i - 1]) + 1, MOST_MULTIPLE));
}

function positive(text: unknown, decimals: number): bigint | null {
  const amount = decimal(text, decimals);
  return amount === 0n ? null : amount;
}

/** The lower of both, fee by fee. */
export function lowerFees(a: Fees, b: Fees): Fees {
  return {
    maker: least(a.maker, b.maker),
    taker: least(a.taker, b.taker),
    liquidation: least(a.liquidation, b.liquidation),
  };
}

/** `ppm` of an amount ≥ 0, truncated. */
export function shareOf(amount: bigint, ppm: bigint): bigint {
  return (amount * ppm) / MILLION;
}
