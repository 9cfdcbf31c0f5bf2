import { decimal, isWhole, MILLION } from '../numbers.ts';
import { interestOf, type Rates } from './figures.ts';

/** What a product is configured with; amounts are decimal texts in units of the currency. */
export interface TrustConfig extends Rates {
  readonly currencyId: number;
  readonly minimum: string;
  readonly maximum: string;
  readonly capacity: string;
  readonly customerLimit: string;
  readonly opensAtMs: number;
}

export interface TrustTerms extends Rates {
  readonly currencyId: number;
  readonly min: bigint;
  readonly max: bigint;
  readonly capacity: bigint;
  readonly customerLimit: bigint;
  readonly opensAtMs: number;
}

export interface Product {
  readonly id: number;
  readonly terms: TrustTerms;
  readonly version: number;
  readonly enabled: boolean;
  /** Orders ever bought: from the first on, terms stay. */
  orders: number;
  /** Hosted principal, of all and by customer. */
  hosted: bigint;
  readonly hostedBy: Map<number, bigint>;
}

const MOST = 2n ** 59n;
/** The last moment that can be shown as a date. */
const LAST_MS = 8_640_000_000_000_000;

/** The terms; null if no product can have them. */
export function termsOf(config: TrustConfig, decimals: number): TrustTerms | null {
  const { currencyId, cycleDays, dailyYieldPpm, penaltyPpm, opensAtMs } = config;
  const areWhole =
    isWhole(cycleDays, 1, 3_660) &&
    isWhole(dailyYieldPpm, 1, 1_000_000) &&
    isWhole(penaltyPpm, 0, 1_000_000) &&
    isWhole(opensAtMs, 0, LAST_MS);
  const amount = (text: string): bigint => decimal(text, decimals) ?? 0n;
  const min = amount(config.minimum);
  const max = amount(config.maximum);
  const capacity = amount(config.capacity);
  const customerLimit = amount(config.customerLimit);
  const areAmounts = [max, capacity, customerLimit].every(one => one >= min && one <= MOST);
  // The smallest order earns at least one minor unit a day.
  if (!areWhole || !areAmounts || min < 1n || min * BigInt(dailyYieldPpm) < MILLION) return null;
  return { currencyId, cycleDays, dailyYieldPpm, penaltyPpm, opensAtMs, min, max, capacity, customerLimit };
}

export function isSame(a: TrustTerms, b: TrustTerms): boolean {
  return (Object.keys(a) as (keyof TrustTerms)[]).every(name => a[name] === b[name]);
}

/** The interest of all that can still be bought. */
export function roomInterest({ terms, hosted }: Product): bigint {
  const room = terms.capacity - hosted;
  return room > 0n ? interestOf(room, terms, terms.cycleDays) : 0n;
}

/** Takes room for an order's principal, or gives it back. */
export function host(product: Product, customerId: number, amount: bigint): void {
  product.hosted += amount;
  const own = (product.hostedBy.get(customerId) ?? 0n) + amount;
  if (own === 0n) product.hostedBy.delete(customerId);
  else product.hostedBy.set(customerId, own);
}
