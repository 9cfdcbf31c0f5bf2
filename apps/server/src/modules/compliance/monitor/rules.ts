import type { CaseKind } from '../store.ts';

/** Money that came in or is to leave, in USDT's minor units at the time it is looked at. */
export interface Movement {
  /** `deposit/17` or `withdrawal/17` */
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly usdtMinor: bigint;
  readonly atMs: number;
}

/** Amounts in USDT's minor units; 0 switches a rule off. */
export interface RuleLimits {
  /** From here on one movement has to be reported: what stays below it several times is looked at. */
  readonly reportingMinor: bigint;
  readonly structuringPercent: number;
  readonly structuringCount: number;
  readonly structuringMs: number;
  /** Both ways, within 24 hours. */
  readonly velocityMinor: bigint;
  readonly velocityCount: number;
  readonly rapidPercent: number;
  readonly rapidMs: number;
  readonly rapidMinor: bigint;
  readonly dormantMs: number;
  readonly dormantMinor: bigint;
  /** Deposits of 30 days from which on the customer is asked where they come from. */
  readonly fundsMinor: bigint;
}

export type RuleKind = Exclude<CaseKind, 'name' | 'address'>;

export interface Finding {
  readonly kind: RuleKind;
  readonly movements: readonly Movement[];
  /** Of them and, for `funds`, of those left out; in USDT's minor units. */
  readonly sumMinor: bigint;
}

const DAY_MS = 86_400_000;
export const FUNDS_MS = 30 * DAY_MS;

type Since = (kind: RuleKind) => number;

/**
 * What is noticeable about a customer's movements, of which the newest has just happened.
 *
 * @param movements oldest first; at least those of 30 days, and the one before them
 * @param since nothing up to then counts for that rule: somebody has looked at it
 * @param leftOutMinor further deposits of 30 days, of which only the sum is known
 */
export function judge(
  movements: readonly Movement[],
  limits: RuleLimits,
  since: Since,
  leftOutMinor = 0n,
): Finding[] {
  const newest = movements.at(-1);
  if (newest === undefined) return [];
  const within = (kind: RuleKind, ms: number) =>
    movements.filter(one => one.atMs > newest.atMs - ms && one.atMs > since(kind));
  const findings = [
    structuring(within('structuring', limits.structuringMs), newest, limits),
    velocity(within('velocity', DAY_MS), limits),
    rapid(within('rapid', limits.rapidMs), limits),
    dormant(movements, limits, since),
    funds(within('funds', FUNDS_MS), leftOutMinor, limits),
  ];
  return findings.filter(one => one !== null);
}

/** Several in one direction, each a little less than what is reported, together more. */
function structuring(all: readonly Movement[], newest: Movement, limits: RuleLimits): Finding | null {
  const { reportingMinor, structuringPercent, structuringCount } = limits;
  if (reportingMinor === 0n) return null;
  const floorMinor = (reportingMinor * BigInt(structuringPercent)) / 100n;
  const below = all.filter(
    one =>
      one.direction === newest.direction && one.usdtMinor >= floorMinor && one.usdtMinor < reportingMinor,
  );
  const sumMinor = sumOf(below);
  if (below.length < structuringCount || sumMinor < reportingMinor || below.at(-1) !== newest) return null;
  return { kind: 'structuring', movements: below, sumMinor };
}

/** Much, or often, within a day. */
function velocity(all: readonly Movement[], { velocityMinor, velocityCount }: RuleLimits): Finding | null {
  const sumMinor = sumOf(all);
  const isMuch = velocityMinor > 0n && sumMinor >= velocityMinor;
  const isOften = velocityCount > 0 && all.length >= velocityCount;
  return isMuch || isOften ? { kind: 'velocity', movements: all, sumMinor } : null;
}

/** What came in leaves again soon, nearly all of it. */
function rapid(all: readonly Movement[], { rapidPercent, rapidMinor }: RuleLimits): Finding | null {
  if (rapidMinor === 0n || all.at(-1)?.direction !== 'out') return null;
  const first = all.findIndex(one => one.direction === 'in');
  if (first === -1) return null;
  const passed = all.slice(first);
  const inMinor = sumOf(passed.filter(one => one.direction === 'in'));
  const outMinor = sumOf(passed.filter(one => one.direction === 'out'));
  if (inMinor < rapidMinor || outMinor * 100n < inMinor * BigInt(rapidPercent)) return null;
  return { kind: 'rapid', movements: passed, sumMinor: outMinor };
}

/** Nothing for long, and then much. */
function dormant(all: readonly Movement[], limits: RuleLimits, since: Since): Finding | null {
  const [before, newest] = all.slice(-2);
  if (before === undefined || newest === undefined || limits.dormantMinor === 0n) return null;
  if (newest.atMs <= since('dormant') || newest.atMs - before.atMs < limits.dormantMs) return null;
  if (newest.usdtMinor < limits.dormantMinor) return null;
  return { kind: 'dormant', movements: [before, newest], sumMinor: newest.usdtMinor };
}

function funds(all: readonly Movement[], leftOutMinor: bigint, { fundsMinor }: RuleLimits): Finding | null {
  const came = all.filter(one => one.direction === 'in');
  const sumMinor = sumOf(came) + leftOutMinor;
  return fundsMinor > 0n && sumMinor >= fundsMinor ? { kind: 'funds', movements: came, sumMinor } : null;
}

function sumOf(all: readonly Movement[]): bigint {
  return all.reduce((sum, one) => sum + one.usdtMinor, 0n);
}
