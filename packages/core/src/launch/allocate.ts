import { least, spendingFor, unitsFor, valueOf, type LaunchFigures } from './figures.ts';
import { finish, mapStepwise, sortStepwise, type Stepwise } from '../stepwise.ts';
import type { LaunchAmount } from './terms.ts';

/** One line of the frozen list: all that counts of an order. */
export interface FrozenCommitment {
  readonly orderId: number;
  readonly committed: readonly LaunchAmount[];
}

export interface Allocation {
  readonly orderId: number;
  readonly valueMinor: bigint;
  readonly allocatedMinor: bigint;
  readonly spent: readonly LaunchAmount[];
}

/** What one order takes in a step of the calculation, and one comparison: of `Stepwise` work. */
const ORDER_UNITS = 3;
const COMPARE_UNITS = 0.5;

/**
 * Who gets how much: pure, exact, browser-safe, and the same in whatever order the list comes. The result is in order
 * of the order ids. A first-come offer never takes more than its supply, so there everybody gets what they asked for.
 */
export function allocate(figures: LaunchFigures, list: readonly FrozenCommitment[]): Allocation[] {
  return finish(allocateStepwise(figures, list));
}

/** The same in pieces, for an exchange that has other things to do. */
export function* allocateStepwise(
  figures: LaunchFigures,
  list: readonly FrozenCommitment[],
): Stepwise<Allocation[]> {
  const claims = yield* mapStepwise(list, ORDER_UNITS, ({ orderId, committed }) => {
    const weight = valueOf(committed, figures);
    return { orderId, committed, weight, limit: least(figures.capMinor, unitsFor(weight, figures)) };
  });
  const shares = yield* shareOutStepwise(figures.supplyMinor, claims);
  const byId = yield* sortStepwise(claims, 0.1, (a, b) => a.orderId - b.orderId);
  return yield* mapStepwise(byId, ORDER_UNITS, ({ orderId, committed, weight }) => {
    const allocatedMinor = shares.get(orderId)!;
    const spent = spendingFor(allocatedMinor, committed, figures);
    return { orderId, valueMinor: weight, allocatedMinor, spent };
  });
}

export interface Claim {
  readonly orderId: number;
  /** What the share is in proportion to; ≥ 0. */
  readonly weight: bigint;
  /** The most this claim can get; ≥ 0, and 0 for a weight of 0. */
  readonly limit: bigint;
}

/**
 * Water-filling in whole numbers. Whoever's proportional share reaches their limit gets the limit, and what that
 * leaves is shared among the others in proportion, until nobody's share reaches theirs. The shares left are
 * truncated, and the units still missing go one each to the largest remainders; among equal ones the lower order id
 * goes first. The shares add up to `supply` exactly, or to all limits where those are less.
 */
export function shareOut(supply: bigint, claims: readonly Claim[]): Map<number, bigint> {
  return finish(shareOutStepwise(supply, claims));
}

function* shareOutStepwise(supply: bigint, claims: readonly Claim[]): Stepwise<Map<number, bigint>> {
  const shares = new Map<number, bigint>();
  for (const { orderId } of claims) shares.set(orderId, 0n);
  // Who needs the smallest rate of units per weight to reach the limit reaches it first.
  const waiting = yield* sortStepwise(
    claims.filter(claim => claim.weight > 0n),
    COMPARE_UNITS,
    (a, b) => {
      const difference = a.limit * b.weight - b.limit * a.weight;
      return difference === 0n ? a.orderId - b.orderId : difference < 0n ? -1 : 1;
    },
  );
  let units = supply;
  let weights = waiting.reduce((sum, claim) => sum + claim.weight, 0n);
  let served = 0;
  for (const { orderId, weight, limit } of waiting) {
    if (limit * weights > weight * units) break;
    shares.set(orderId, limit);
    units -= limit;
    weights -= weight;
    served++;
    yield 1;
  }
  let missing = units;
  const rest = yield* mapStepwise(waiting.slice(served), 1, ({ orderId, weight }) => {
    const floor = (weight * units) / weights;
    missing -= floor;
    shares.set(orderId, floor);
    return { orderId, floor, remainder: (weight * units) % weights };
  });
  const first = yield* sortStepwise(rest, COMPARE_UNITS, (a, b) =>
    a.remainder === b.remainder ? a.orderId - b.orderId : a.remainder > b.remainder ? -1 : 1,
  );
  for (let i = 0; missing > 0n && i < first.length; i++, missing--) {
    shares.set(first[i]!.orderId, first[i]!.floor + 1n);
  }
  return shares;
}
