import { createHash } from 'node:crypto';
import { StepCount, sortCounted } from './steps.ts';

/** Who gets how much of a new currency: decision 0028, worked out from the frozen list alone. */

const E8 = 100_000_000n;

export interface Accepted {
  readonly currencyId: number;
  /** 1e-8 quote units for one unit. */
  readonly rateE8: bigint;
  readonly decimals: number;
}

/** What the allocation of an offer depends on, beside the list. */
export interface OfferFigures {
  readonly offerId: number;
  readonly mode: string;
  readonly issuePriceE8: bigint;
  readonly supply: bigint;
  readonly cap: bigint;
  readonly decimals: number;
  readonly quoteDecimals: number;
  readonly accepted: readonly Accepted[];
}

/** Amounts by currency id. */
export type Amounts = Map<number, bigint>;

export interface Commitment {
  readonly orderId: number;
  readonly committed: Amounts;
}

export interface Share {
  readonly allocated: bigint;
  readonly spent: Amounts;
}

export interface Allocated {
  /** Root of the frozen list, lower-case hex. */
  readonly root: string;
  /** By order number. */
  readonly shares: ReadonlyMap<number, Share>;
  /** How many commands the exchange takes to work it out. */
  readonly steps: number;
}

/** What an amount of one accepted currency counts as, in quote minor units. */
function worthOf(amount: bigint, one: Accepted, quoteDecimals: number): bigint {
  return (amount * one.rateE8 * 10n ** BigInt(quoteDecimals)) / (E8 * 10n ** BigInt(one.decimals));
}

/** What commitments are worth together; each currency's sum is truncated once. */
export function worthOfAll(amounts: Amounts, figures: OfferFigures): bigint {
  let sum = 0n;
  for (const one of figures.accepted) {
    sum += worthOf(amounts.get(one.currencyId) ?? 0n, one, figures.quoteDecimals);
  }
  return sum;
}

/** How many minor units of the new currency that much of the quote currency buys. */
export function unitsFor(worth: bigint, figures: OfferFigures): bigint {
  const quoteUnit = 10n ** BigInt(figures.quoteDecimals);
  return (worth * E8 * 10n ** BigInt(figures.decimals)) / (figures.issuePriceE8 * quoteUnit);
}

/** What an order asks for: what its commitments buy, at most the cap. */
export function limitOf(amounts: Amounts, figures: OfferFigures): bigint {
  const units = unitsFor(worthOfAll(amounts, figures), figures);
  return units < figures.cap ? units : figures.cap;
}

/** What units cost, rounded up, taken from the accepted currencies in the offer's order. */
function spendingFor(units: bigint, committed: Amounts, figures: OfferFigures): Amounts {
  const quoteUnit = 10n ** BigInt(figures.quoteDecimals);
  let left = upward(units * figures.issuePriceE8 * quoteUnit, E8 * 10n ** BigInt(figures.decimals));
  const spent: Amounts = new Map();
  for (const one of figures.accepted) {
    const worth = worthOf(committed.get(one.currencyId) ?? 0n, one, figures.quoteDecimals);
    const taken = worth < left ? worth : left;
    if (taken === 0n) continue;
    left -= taken;
    spent.set(one.currencyId, upward(taken * E8 * 10n ** BigInt(one.decimals), one.rateE8 * quoteUnit));
  }
  return spent;
}

function upward(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** The root of the frozen list and everybody's share of the supply. `list` is in order of the order numbers. */
export function allocate(figures: OfferFigures, list: readonly Commitment[]): Allocated {
  const count = new StepCount();
  count.leaves(list.length + 1);
  const claims = list.map(({ orderId, committed }) => ({
    orderId,
    weight: worthOfAll(committed, figures),
    limit: limitOf(committed, figures),
  }));
  count.mapped(list.length, 3);
  const units = shareOut(figures.supply, claims, count);
  sortCounted(claims, 0.1, count, (a, b) => a.orderId - b.orderId);
  count.mapped(list.length, 3);
  const shares = new Map<number, Share>();
  for (const { orderId, committed } of list) {
    const allocated = units.get(orderId) ?? 0n;
    shares.set(orderId, { allocated, spent: spendingFor(allocated, committed, figures) });
  }
  return { root: rootOf(leavesOf(figures, list)), shares, steps: count.steps };
}

interface Claim {
  readonly orderId: number;
  readonly weight: bigint;
  readonly limit: bigint;
}

/**
 * Shares in proportion to weights. Whoever's share reaches their limit gets the limit, and the rest is shared among the
 * others; shares are truncated, and the units that are then missing go to the largest remainders.
 */
function shareOut(supply: bigint, claims: readonly Claim[], count: StepCount): Map<number, bigint> {
  const shares = new Map<number, bigint>();
  const waiting = sortCounted(
    claims.filter(claim => claim.weight > 0n),
    0.5,
    count,
    (a, b) => compare(a.limit * b.weight, b.limit * a.weight) || a.orderId - b.orderId,
  );
  let units = supply;
  let weights = 0n;
  for (const claim of waiting) weights += claim.weight;
  let full = 0;
  for (const { orderId, weight, limit } of waiting) {
    if (limit * weights > weight * units) break;
    shares.set(orderId, limit);
    units -= limit;
    weights -= weight;
    full++;
    count.spend(1);
  }
  const rest = waiting.slice(full).map(({ orderId, weight }) => {
    const product = weight * units;
    return { orderId, share: product / weights, remainder: product % weights };
  });
  count.mapped(rest.length, 1);
  let missing = units;
  for (const { orderId, share } of rest) {
    shares.set(orderId, share);
    missing -= share;
  }
  const largestFirst = sortCounted(
    rest,
    0.5,
    count,
    (a, b) => compare(b.remainder, a.remainder) || a.orderId - b.orderId,
  );
  for (const { orderId, share } of largestFirst) {
    if (missing === 0n) break;
    shares.set(orderId, share + 1n);
    missing--;
  }
  return shares;
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The lines of the frozen list: the rule's figures, then one line for each order. */
function leavesOf(figures: OfferFigures, list: readonly Commitment[]): string[] {
  const accepted = figures.accepted.map(one => `${one.currencyId}:${one.rateE8}:${one.decimals}`).join(',');
  const { offerId, mode, issuePriceE8, supply, cap, decimals, quoteDecimals } = figures;
  const rule = `tallystick launch 1|${offerId}|${mode}|${issuePriceE8}|${supply}|${cap}|${decimals}|${quoteDecimals}|${accepted}`;
  const lines = list.map(({ orderId, committed }) => {
    const amounts = figures.accepted
      .filter(one => (committed.get(one.currencyId) ?? 0n) !== 0n)
      .map(one => `${one.currencyId}:${committed.get(one.currencyId)}`);
    return `${offerId}|${orderId}|${amounts.join(',')}`;
  });
  return [rule, ...lines];
}

/** RFC 6962, section 2.1, over at least one leaf. */
function rootOf(leaves: readonly string[]): string {
  const hash = (prefix: number, ...parts: (string | Buffer)[]): Buffer => {
    const sum = createHash('sha256').update(Buffer.of(prefix));
    for (const part of parts) sum.update(part);
    return sum.digest();
  };
  const tree = (from: number, to: number): Buffer => {
    if (to - from === 1) return hash(0, leaves[from]!);
    let left = 1;
    while (left * 2 < to - from) left *= 2;
    return hash(1, tree(from, from + left), tree(from + left, to));
  };
  return tree(0, leaves.length).toString('hex');
}
