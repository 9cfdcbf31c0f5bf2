export const DUST_REFUSALS = [
  /** The house buys none at present. */
  'dust_unavailable',
  /** An order can sell it, or it is worth more than `maximum`. */
  'not_dust',
  /** Worth less than the smallest unit. */
  'dust_worthless',
  /** The daily limit of the house or of this customer is used up. Params: `until_ms`. */
  'dust_limit_reached',
] as const;
