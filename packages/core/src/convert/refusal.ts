export const CONVERT_REFUSALS = [
  'same_currency',
  /** There is no market of the two currencies, and not both of their markets against the counting currency. */
  'no_route',
  'quote_expired',
  /** The book would give less than was promised. Params: `received`, `least`, `currency`. */
  'quote_outdated',
  /** More than the book holds within the price band. Params: `maximum` (about what it holds), `currency`. */
  'convert_exceeds_depth',
  /** An order of the customer's own stands in the way. */
  'convert_own_order',
] as const;
