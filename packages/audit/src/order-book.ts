/** Something that waits at a price. Of two at one price the lower number comes first: in a book, whoever came earlier. */
export interface Placed {
  readonly price: bigint;
  readonly number: number;
}

/** What waits at prices, nearest first: a side of a book, or prices that something waits to reach. One sorted array. */
export interface Row<T extends Placed> {
  readonly nearest: 'highest' | 'lowest';
  readonly items: T[];
}

/** Bids, the highest first, and asks, the lowest first. At one price whoever came first is first. */
export interface OrderBook<T extends Placed> {
  readonly bids: Row<T>;
  readonly asks: Row<T>;
}

export function newRow<T extends Placed>(nearest: 'highest' | 'lowest'): Row<T> {
  return { nearest, items: [] };
}

export function newBook<T extends Placed>(): OrderBook<T> {
  return { bids: newRow('highest'), asks: newRow('lowest') };
}

export function addTo<T extends Placed>(row: Row<T>, item: T): void {
  row.items.splice(placeOf(row, item), 0, item);
}

/** Returns whether it was there. */
export function removeFrom<T extends Placed>(row: Row<T>, item: T): boolean {
  const at = placeOf(row, item);
  if (row.items[at] !== item) return false;
  row.items.splice(at, 1);
  return true;
}

/** Whether a price is at least as near as another. */
export function isWithin({ nearest }: Row<Placed>, price: bigint, limit: bigint): boolean {
  return nearest === 'highest' ? price >= limit : price <= limit;
}

function placeOf({ nearest, items }: Row<Placed>, { price, number }: Placed): number {
  const isHighestFirst = nearest === 'highest';
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = items[middle]!;
    const isBefore = other.price === price ? other.number < number : other.price > price === isHighestFirst;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}
