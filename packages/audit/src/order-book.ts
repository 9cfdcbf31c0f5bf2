/** Something that waits at a price. Of two at one price the lower number comes first: in a book, whoever came earlier. */
export interface Placed {
  readonly price: bigint;
  readonly number: number;
}

/** What waits at prices, nearest first: a side of a book, or prices that something waits to reach. One sorted array. */
export class Row<T extends Placed> {
  readonly items: T[] = [];
  readonly #highestFirst: boolean;

  constructor(nearest: 'highest' | 'lowest') {
    this.#highestFirst = nearest === 'highest';
  }

  get first(): T | undefined {
    return this.items[0];
  }

  add(item: T): void {
    this.items.splice(this.#placeOf(item), 0, item);
  }

  /** Whether it was there. */
  remove(item: T): boolean {
    const at = this.#placeOf(item);
    if (this.items[at] !== item) return false;
    this.items.splice(at, 1);
    return true;
  }

  /** Whether a price is at least as near as another. */
  isWithin(price: bigint, limit: bigint): boolean {
    return this.#highestFirst ? price >= limit : price <= limit;
  }

  #placeOf({ price, number }: Placed): number {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.items[middle]!;
      const isBefore =
        other.price === price ? other.number < number : other.price > price === this.#highestFirst;
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Bids, the highest first, and asks, the lowest first. At one price whoever came first is first. */
export class OrderBook<T extends Placed> {
  readonly bids = new Row<T>('highest');
  readonly asks = new Row<T>('lowest');
}
