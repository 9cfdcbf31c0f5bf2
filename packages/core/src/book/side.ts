/** A side of the book as a small integer, so that it can index arrays and travel through typed memory. */
export const BID = 0;
export const ASK = 1;
export type BookSide = typeof BID | typeof ASK;

/** The side a taker on `side` trades against. */
export function oppositeOf(side: BookSide): BookSide {
  return side === BID ? ASK : BID;
}

/** Prices are integers from 1 to this, so that a price and its negative both fit in 32 bits. */
export const MAX_PRICE_TICKS = 2 ** 31 - 1;

/** Customer ids kept in the book are integers from 1 to this. */
export const MAX_OWNER_ID = 2 ** 31 - 1;
