import type { Stepwise } from '../stepwise.ts';
import { allocateStepwise, type Allocation, type FrozenCommitment } from './allocate.ts';
import { rootStepwise } from './allocation-list.ts';
import type { LaunchFigures } from './figures.ts';

export interface Closed {
  readonly root: string;
  /** In order of the order ids. */
  readonly allocations: readonly Allocation[];
}

/**
 * The allocation of a closed offer, computed in pieces while trading goes on. Its list cannot change any more, so the
 * result is the same as if computed at once. A snapshot keeps only the number of `pieces` done: repeating as many from
 * the same list leads to the same state.
 */
export class Closing {
  readonly #work: Stepwise<Closed>;
  #pieces = 0;

  constructor(figures: LaunchFigures, list: readonly FrozenCommitment[]) {
    this.#work = closeStepwise(figures, list);
  }

  get pieces(): number {
    return this.#pieces;
  }

  /** Works for about as many microseconds; null while there is more to do. */
  work(units: number): Closed | null {
    for (let left = units; left > 0;) {
      const step = this.#work.next();
      this.#pieces++;
      if (step.done === true) return step.value;
      left -= step.value;
    }
    return null;
  }

  /** Repeats the work that a snapshot says was done. False if that is more than there is. */
  redo(pieces: number): boolean {
    while (this.#pieces < pieces) {
      this.#pieces++;
      if (this.#work.next().done === true) return false;
    }
    return true;
  }
}

/** The root comes first: the list is fixed before anybody knows the result. */
function* closeStepwise(figures: LaunchFigures, list: readonly FrozenCommitment[]): Stepwise<Closed> {
  const root = yield* rootStepwise(figures, list);
  const allocations = yield* allocateStepwise(figures, list);
  return { root, allocations };
}
