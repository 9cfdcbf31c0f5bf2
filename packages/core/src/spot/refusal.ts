export const SPOT_REFUSALS = [
  'budget_required',
  'trigger_required',
  'trigger_would_fire',
  'below_min_notional',
  'quantity_too_large',
  'fill_or_kill_unfillable',
  'too_many_open_orders',
] as const;
