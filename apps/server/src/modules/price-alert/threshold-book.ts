export interface Threshold {
  readonly id: number;
  readonly at: number;
}

/**
 * Thresholds on one figure, reached from below or from above. Each side is sorted with the next threshold at the end,
 * so a figure that reaches none costs two comparisons, however many there are.
 */
export class ThresholdBook {
  /** Highest first. */
  readonly #up: Threshold[] = [];
  /** Lowest first. */
  readonly #down: Threshold[] = [];
  /** Comparisons made so far, for tests of the cost. */
  looked = 0;

  get size(): number {
    return this.#up.length + this.#down.length;
  }

  add(direction: 'up' | 'down', threshold: Threshold): void {
    const side = this.#side(direction);
    side.splice(placeOf(side, direction, threshold), 0, threshold);
  }

  /** Returns whether it was there. */
  remove(direction: 'up' | 'down', threshold: Threshold): boolean {
    const side = this.#side(direction);
    const place = placeOf(side, direction, threshold);
    if (side[place]?.id !== threshold.id || side[place].at !== threshold.at) return false;
    side.splice(place, 1);
    return true;
  }

  /** Removes the reached thresholds and returns their ids, the nearest to the previous figure first. */
  take(figure: number): number[] {
    const ids: number[] = [];
    for (let next = this.#up.at(-1); next !== undefined; next = this.#up.at(-1)) {
      this.looked++;
      if (next.at > figure) break;
      ids.push(next.id);
      this.#up.pop();
    }
    for (let next = this.#down.at(-1); next !== undefined; next = this.#down.at(-1)) {
      this.looked++;
      if (next.at < figure) break;
      ids.push(next.id);
      this.#down.pop();
    }
    return ids;
  }

  #side(direction: 'up' | 'down'): Threshold[] {
    return direction === 'up' ? this.#up : this.#down;
  }
}

/** Its index, or where to insert it; of equal thresholds the lower id is reached first. */
function placeOf(side: readonly Threshold[], direction: 'up' | 'down', { id, at }: Threshold): number {
  const sign = direction === 'up' ? -1 : 1;
  let low = 0;
  let high = side.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = side[middle]!;
    const order = sign * (other.at - at) || id - other.id;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
