export const LAUNCH_REFUSALS = [
  'unknown_launch_offer',
  'invalid_launch_offer',
  'launch_already_started',
  'launch_not_started',
  'launch_closed',
  'launch_sold_out',
  'launch_not_enough_left',
  'launch_below_minimum',
  'launch_over_cap',
  'launch_currency_not_accepted',
  'launch_rate_off_market',
  'launch_rate_unknown',
] as const;
