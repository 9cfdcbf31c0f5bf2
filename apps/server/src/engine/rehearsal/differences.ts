import type { Difference } from './compare-results.ts';
import { isExpected, type ExpectedDifference } from './expected.ts';

export interface DifferenceExample {
  readonly sequence: number;
  readonly before: string;
  readonly after: string;
}

/** Differences of one kind, in the same fields, of one type of command. */
export interface DifferenceGroup extends Pick<Difference, 'kind' | 'what'> {
  readonly command: string;
  /** Found while both states were equal before the command. */
  readonly first: number;
  /** Found while the states differed already: may only follow from an earlier difference. */
  readonly later: number;
  /** Why it is expected; null if it is not. */
  readonly expected: string | null;
  readonly example: DifferenceExample;
}

/** More groups than these are only counted. */
const MOST_GROUPS = 200;

/** Counts differences by what they are, in bounded memory however many there are. */
export class Differences {
  readonly #expected: readonly ExpectedDifference[];
  readonly #seen = new Set<ExpectedDifference>();
  readonly #groups = new Map<string, { -readonly [K in keyof DifferenceGroup]: DifferenceGroup[K] }>();
  readonly #mostGroups: number;
  #beyond = 0;

  /** `mostGroups`: of how many kinds of differences examples are kept. */
  constructor(expected: readonly ExpectedDifference[], mostGroups = MOST_GROUPS) {
    this.#expected = expected;
    this.#mostGroups = mostGroups;
  }

  /** Returns the group if it is new, null otherwise. `isFirst`: both states were equal before. */
  add(command: string, sequence: number, difference: Difference, isFirst: boolean): DifferenceGroup | null {
    const { kind, what, before, after } = difference;
    const name = JSON.stringify([command, kind, what]);
    const known = this.#groups.get(name);
    const expected = this.#expected.find(one => isExpected(one, command, difference)) ?? null;
    if (expected !== null && isFirst) this.#seen.add(expected);
    if (known !== undefined) {
      // The cleaner example says more.
      if (isFirst && known.first === 0) known.example = { sequence, before, after };
      if (isFirst) known.first++;
      else known.later++;
      return null;
    }
    if (this.#groups.size >= this.#mostGroups) {
      if (expected === null) this.#beyond++;
      return null;
    }
    const counts = { first: isFirst ? 1 : 0, later: isFirst ? 0 : 1 };
    const example = { sequence, before, after };
    const group = { command, kind, what, ...counts, expected: expected?.why ?? null, example };
    this.#groups.set(name, group);
    return group;
  }

  /** What nobody expected first, then the most frequent. */
  get groups(): readonly DifferenceGroup[] {
    return [...this.#groups.values()].toSorted(
      (a, b) => Number(isUnexpected(b)) - Number(isUnexpected(a)) || b.first - a.first || b.later - a.later,
    );
  }

  /** Unexpected ones that had no room among the groups. */
  get beyond(): number {
    return this.#beyond;
  }

  /** Differences that nobody expected. */
  get unexpected(): number {
    let sum = this.#beyond;
    for (const group of this.#groups.values()) if (isUnexpected(group)) sum += group.first + group.later;
    return sum;
  }

  /** Expected differences that did not come. */
  get unseen(): readonly ExpectedDifference[] {
    return this.#expected.filter(one => !this.#seen.has(one));
  }
}

/**
 * Whether the group makes a rehearsal fail. Also one that may only follow from an expected difference does: where expected ones
 * come all the time, a rare one of its own is found among their consequences only.
 */
export function isUnexpected({ expected }: Pick<DifferenceGroup, 'expected'>): boolean {
  return expected === null;
}
