import { least, spendingFor, unitsFor, valueOf, type LaunchFigures } from './figures.ts';
import { finish, mapStepwise, sortStepwise, type Stepwise } from '../stepwise.ts';
import type { LaunchAmount } from './terms.ts';

/** One line of the frozen list: all that an allocation depends on. */
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

/** Cost, in `Stepwise` work units, of one order in one step, and of one comparison. */
const ORDER_UNITS = 3;
const COMPARE_UNITS = 0.5;

/**
 * Who is allocated how much: pure, exact, browser-safe, and independent of the order of the list. The result is sorted
 * by order id. A first-come offer never accepts more than its supply, so there everybody gets what they asked for.
 */
export function allocate(figures: LaunchFigures, list: readonly FrozenCommitment[]): Allocation[] {
  return finish(allocateStepwise(figures, list));
}

/** The same in pieces, for an exchange that must not block on it. */
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
  /** The share is in proportion to this; ≥ 0. */
  readonly weight: bigint;
  /** The most this claim can get; ≥ 0, and 0 for a weight of 0. */
  readonly limit: bigint;
}

/**
 * Water-filling in whole numbers. A claim whose proportional share reaches its limit gets the limit, and the rest is
 * shared among the others in proportion, until no share reaches its limit. The remaining shares are truncated, and the
 * missing units go one each to the largest remainders, the lower order id first among equals. The shares add up to
 * `supply` exactly, or to the sum of all limits if that is less.
 */
export function shareOut(supply: bigint, claims: readonly Claim[]): Map<number, bigint> {
  return finish(shareOutStepwise(supply, claims));
}

function* shareOutStepwise(supply: bigint, claims: readonly Claim[]): Stepwise<Map<number, bigint>> {
  const shares = new Map<number, bigint>();
  for (const { orderId } of claims) shares.set(orderId, 0n);
  // The claim that needs the fewest units per weight to reach its limit reaches it first.
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
