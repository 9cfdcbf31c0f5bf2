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
  /** While it stops in order. */
  | { readonly kind: 'dyingStopping'; readonly strike: Strike }
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

export interface PlannedFault {
  readonly atMs: number;
  readonly fault: Fault;
}

/** Of which the engine dies, and others: each hour has so many of both. */
const DEATHS_AN_HOUR = 6;
const OTHERS_AN_HOUR = 15;
export const FAULTS_AN_HOUR = DEATHS_AN_HOUR + OTHERS_AN_HOUR;

const CUTS = STRIKES.filter(kind => !kind.startsWith('hold'));
/** A start asks the writer's connection about so many things, and a decision its own. */
const STATEMENTS_OF_A_START = 16;
const STATEMENTS_OF_A_STOP = 5;
const STATEMENTS_OF_A_DECISION = 14;

type Make = (random: Random) => Fault;

const DEATHS: readonly Make[] = [
  ...CUTS.map((kind): Make => random => ({
    kind: 'strike',
    strike: {
      kind,
      role: 'writer',
      of: 'commit',
      skip: random.below(3),
      takes: random.pick(['all', 'connection']),
    },
  })),
  random => ({
    kind: 'strike',
    strike: {
      kind: random.pick(CUTS),
      role: 'projector',
      of: 'commit',
      skip: random.below(3),
      takes: 'connection',
    },
  }),
  random => ({ kind: 'refusing', attempts: random.between(1, 4) }),
  random => ({
    kind: 'dyingTwice',
    strike: {
      // A start may do without what is only refused.
      kind: random.pick(CUTS.filter(kind => kind !== 'refuse')),
      role: random.below(4) === 0 ? 'projector' : 'writer',
      of: 'any',
      skip: random.below(STATEMENTS_OF_A_START),
      takes: 'all',
    },
  }),
  random => ({
    kind: 'dyingStopping',
    strike: {
      kind: random.pick(CUTS),
      role: 'writer',
      of: 'any',
      skip: random.below(STATEMENTS_OF_A_STOP),
      takes: random.pick(['all', 'connection']),
    },
  }),
  random => desk(random, 'all'),
  () => ({ kind: 'takeover' }),
  () => ({ kind: 'standby' }),
  () => ({ kind: 'restart' }),
];

const OTHERS: readonly Make[] = [
  random => ({
    kind: 'slow',
    strike: {
      kind: random.pick(['holdAnswer', 'holdStatement']),
      role: 'writer',
      of: 'commit',
      skip: 0,
      takes: 'connection',
    },
  }),
  random => desk(random, 'connection'),
  () => ({ kind: 'doubled' }),
  random => ({ kind: 'clockBack', ms: random.between(1, 90_000) }),
  random => ({ kind: 'clockAhead', ms: random.between(1_000, 240_000) }),
  random => ({ kind: 'clockDoubted', steps: random.between(1, 4) }),
  () => ({ kind: 'pricesLeap' }),
  () => ({ kind: 'pricesSilent' }),
];

function desk(random: Random, takes: Strike['takes']): Fault {
  const skip = random.below(STATEMENTS_OF_A_DECISION);
  return { kind: 'desk', strike: { kind: random.pick(CUTS), role: 'desk', of: 'any', skip, takes } };
}

/** Plans what goes wrong: all kinds come equally often, in an order that nobody knows. */
export class FaultPlan {
  readonly #random: Random;
  readonly #deaths: Deck;
  readonly #others: Deck;

  constructor(random: Random) {
    this.#random = random;
    this.#deaths = new Deck(random, DEATHS);
    this.#others = new Deck(random, OTHERS);
  }

  /** The faults of the stretch that begins then, in order. */
  plan(fromMs: number, lasts: number): PlannedFault[] {
    const random = this.#random;
    const faults = [
      ...Array.from({ length: DEATHS_AN_HOUR }, () => this.#deaths.deal()),
      ...Array.from({ length: OTHERS_AN_HOUR }, () => this.#others.deal()),
    ];
    return faults
      .map(make => ({ fault: make(random), atMs: fromMs + random.below(lasts) }))
      .toSorted((a, b) => a.atMs - b.atMs);
  }
}

/** Cards that are dealt one by one, and shuffled again when all are. */
class Deck {
  readonly #random: Random;
  readonly #cards: readonly Make[];
  #left: Make[] = [];

  constructor(random: Random, cards: readonly Make[]) {
    this.#random = random;
    this.#cards = cards;
  }

  deal(): Make {
    if (this.#left.length === 0) this.#left = [...this.#cards];
    const [card] = this.#left.splice(this.#random.below(this.#left.length), 1);
    return card!;
  }
}

/** How a report counts it. */
export function nameOf(fault: Fault): string {
  return fault.kind === 'strike' ? `${fault.strike.role} ${fault.strike.kind}` : fault.kind;
}
