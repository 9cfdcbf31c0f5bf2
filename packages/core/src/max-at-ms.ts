/** The latest moment a `Date` can hold. Terms name none beyond it: it would have no date to announce it by. */
export const MAX_AT_MS = 8_640_000_000_000_000;
