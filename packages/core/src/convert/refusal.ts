export const CONVERT_REFUSALS = [
  'same_currency',
  /** Neither a market of the two, nor one of each against the counting currency. */
  'no_route',
  'quote_expired',
  /** The book would give less than was promised. `received`, `least`, `currency`. */
  'quote_outdated',
  /** More than the book holds within the price band. `maximum`, `currency`: about what it holds. */
  'convert_exceeds_depth',
  /** An order of the customer's own stands in the way. */
  'convert_own_order',
] as const;
