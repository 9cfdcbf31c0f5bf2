export const DUST_REFUSALS = [
  /** The house buys none at present. */
  'dust_unavailable',
  /** An order can sell it, or it is worth more than `maximum`. */
  'not_dust',
  /** Too little for the smallest unit. */
  'dust_worthless',
  /** What the house, or one customer, may convert in a day is used up. `until_ms`. */
  'dust_limit_reached',
] as const;
