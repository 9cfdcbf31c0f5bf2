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
 * What an offer's close comes to, worked out in pieces while trading goes on: its list cannot change any more, so the
 * result is the one there would have been at once. `pieces` is all that is remembered of it: doing as many again
 * from the same list leads to the same place.
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

  /** Does again what a snapshot says was done. False if it would be more than there is. */
  redo(pieces: number): boolean {
    while (this.#pieces < pieces) {
      this.#pieces++;
      if (this.#work.next().done === true) return false;
    }
    return true;
  }
}

/** First the root: the list is fixed before anybody knows what comes of it. */
function* closeStepwise(figures: LaunchFigures, list: readonly FrozenCommitment[]): Stepwise<Closed> {
  const root = yield* rootStepwise(figures, list);
  const allocations = yield* allocateStepwise(figures, list);
  return { root, allocations };
}
