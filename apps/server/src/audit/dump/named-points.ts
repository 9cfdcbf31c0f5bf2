import { sha256 } from '../../engine/replay.ts';
import { DifferenceFound } from '../audit-result.ts';

/** How much of what was named was compared, in earlier runs with the same state too. */
export interface PointsCompared {
  readonly named: number;
  readonly compared: number;
  /** Sequences beyond the end of the dump. */
  readonly beyond: readonly number[];
  /** Those before the place where this run began, which no earlier run has compared. */
  readonly passed: readonly number[];
}

type Compared = readonly (readonly [sequence: number, digest: string])[];

/** What was named in public of the exchange after some commands, by sequence, and how much of it has had its turn. */
export class NamedPoints<Named> {
  readonly #named: ReadonlyMap<number, Named>;
  readonly #compared: Map<number, string>;
  readonly #passed: readonly number[];
  /** The next one last. */
  readonly #ahead: number[];

  /**
   * @param from where this run begins
   * @param compared by earlier runs. Throws DifferenceFound if something else is named there now.
   */
  constructor(
    what: string,
    from: number,
    named: ReadonlyMap<number, Named> = new Map(),
    compared: Compared = [],
  ) {
    this.#named = named;
    this.#compared = new Map(compared);
    const points = [...named.keys()].toSorted((a, b) => b - a);
    this.#ahead = points.filter(point => point > from || from === 0);
    const before = points.filter(point => point <= from && from > 0);
    this.#passed = before.filter(point => !this.#compared.has(point));
    for (const point of before) {
      const known = this.#compared.get(point);
      const now = digestOf(named.get(point)!);
      if (known === undefined || known === now) continue;
      throw new DifferenceFound({
        table: what,
        key: `sequence=${point}`,
        stored: now,
        computed: known,
        what: 'the journal was found to lead to something else by an earlier run',
      });
    }
  }

  /** Infinity: there is none. */
  get next(): number {
    return this.#ahead.at(-1) ?? Infinity;
  }

  /** What is named at `next`, which counts as compared from now on. */
  take(): Named {
    const point = this.#ahead.pop()!;
    const named = this.#named.get(point)!;
    this.#compared.set(point, digestOf(named));
    return named;
  }

  compared(): Compared {
    return [...this.#compared];
  }

  result(): PointsCompared {
    return {
      named: this.#named.size,
      compared: [...this.#named.keys()].filter(point => this.#compared.has(point)).length,
      beyond: this.#ahead,
      passed: this.#passed,
    };
  }
}

function digestOf(named: unknown): string {
  return sha256(JSON.stringify(named));
}
