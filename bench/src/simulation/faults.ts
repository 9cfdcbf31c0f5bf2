import type { Random } from '@tallystick/core/testing/random';
import { STRIKES, type Strike } from './database/door.ts';

/** What goes wrong in a simulated exchange. */
export type Fault =
  /** At a commit of commands, or of their rows in the tables. */
  | { readonly kind: 'strike'; readonly strike: Strike }
  /** At a statement of the back office, while people decide. */
  | { readonly kind: 'desk'; readonly strike: Strike }
  /** A commit takes its time, and more commands come meanwhile. */
  | { readonly kind: 'slow'; readonly strike: Strike }
  /** The engine dies, and the database takes no connection for some attempts. */
  | { readonly kind: 'refusing'; readonly attempts: number }
  /** The engine dies, and again while it starts. */
  | { readonly kind: 'dyingTwice'; readonly strike: Strike }
  /** Another engine takes over by force, and the first one's commit arrives afterwards. */
  | { readonly kind: 'takeover' }
  /** A standby goes on when the engine dies. */
  | { readonly kind: 'standby' }
  /** The newest commit arrives once more. */
  | { readonly kind: 'doubled' }
  /** Stopped in order and started again: a new version. */
  | { readonly kind: 'restart' }
  | { readonly kind: 'clockBack'; readonly ms: number }
  | { readonly kind: 'clockAhead'; readonly ms: number }
  /** The clock is in doubt for some steps. */
  | { readonly kind: 'clockDoubted'; readonly steps: number }
  | { readonly kind: 'pricesLeap' }
  | { readonly kind: 'pricesSilent' };
export type FaultKind = Fault['kind'];

export interface PlannedFault {
  readonly atMs: number;
  readonly fault: Fault;
}

/** Each hour has so many. */
export const FAULTS_AN_HOUR = 22;

const CUTS = STRIKES.filter(kind => !kind.startsWith('hold'));
/** A start asks the writer's connection about so many things. */
const STATEMENTS_OF_A_START = 16;

/** The faults of the stretch that begins then, in order. */
export function planFaults(random: Random, fromMs: number, lasts: number): PlannedFault[] {
  const kinds: readonly (() => Fault)[] = [
    ...CUTS.map(kind => () => atCommit(random, kind)),
    () => ({
      kind: 'strike',
      strike: {
        kind: random.pick(CUTS),
        role: 'projector',
        of: 'commit',
        skip: random.below(3),
        takes: 'connection',
      },
    }),
    () => ({
      kind: 'slow',
      strike: {
        kind: random.pick(['holdAnswer', 'holdStatement'] as const),
        role: 'writer',
        of: 'commit',
        skip: 0,
        takes: 'connection',
      },
    }),
    () => ({ kind: 'refusing', attempts: random.between(1, 4) }),
    () => ({
      kind: 'dyingTwice',
      strike: {
        kind: random.pick(CUTS.filter(kind => kind !== 'refuse')),
        role: random.below(4) === 0 ? 'projector' : 'writer',
        of: 'any',
        skip: random.below(STATEMENTS_OF_A_START),
        takes: 'all',
      },
    }),
    () => ({
      kind: 'desk',
      strike: {
        kind: random.pick(CUTS),
        role: 'pool',
        of: 'any',
        skip: random.below(14),
        takes: random.below(2) === 0 ? 'all' : 'connection',
      },
    }),
    () => ({ kind: 'takeover' }),
    () => ({ kind: 'standby' }),
    () => ({ kind: 'doubled' }),
    () => ({ kind: 'restart' }),
    () => ({ kind: 'clockBack', ms: random.between(1, 90_000) }),
    () => ({ kind: 'clockAhead', ms: random.between(1_000, 240_000) }),
    () => ({ kind: 'clockDoubted', steps: random.between(1, 4) }),
    () => ({ kind: 'pricesLeap' }),
    () => ({ kind: 'pricesSilent' }),
  ];
  // All of them, and some twice.
  const faults = Array.from({ length: FAULTS_AN_HOUR }, (_, i) => (kinds[i] ?? random.pick(kinds))());
  return faults
    .map(fault => ({ fault, atMs: fromMs + random.below(lasts) }))
    .toSorted((a, b) => a.atMs - b.atMs);
}

function atCommit(random: Random, kind: Strike['kind']): Fault {
  const takes = random.below(2) === 0 ? 'all' : 'connection';
  return { kind: 'strike', strike: { kind, role: 'writer', of: 'commit', skip: random.below(3), takes } };
}

/** How a report counts it. */
export function nameOf(fault: Fault): string {
  return fault.kind === 'strike' ? `${fault.strike.role} ${fault.strike.kind}` : fault.kind;
}
