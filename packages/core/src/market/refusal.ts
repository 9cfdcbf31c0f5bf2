export const MARKET_REFUSALS = [
  'unknown_currency',
  'unknown_market',
  'invalid_market',
  'invalid_currency',
  'market_halted',
  'market_cancel_only',
  'invalid_tick',
] as const;
