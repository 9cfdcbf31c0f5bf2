export const OPTION_REFUSALS = [
  'invalid_option_terms',
  'options_not_offered',
  'options_off',
  'option_time_not_offered',
  'option_currency_not_offered',
  'stake_below_minimum',
  'stake_above_maximum',
  'quote_changed',
  'stale_tick',
  'option_capacity',
  'option_pool_exhausted',
  'too_many_open_options',
] as const;
