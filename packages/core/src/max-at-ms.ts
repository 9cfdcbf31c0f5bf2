/** The latest time a `Date` can hold. Terms may name no later one, because it could not be shown as a date. */
export const MAX_AT_MS = 8_640_000_000_000_000;
