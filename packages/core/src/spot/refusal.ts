export const SPOT_REFUSALS = [
  'budget_required',
  'trigger_required',
  'trigger_would_fire',
  /** Nothing was traded yet, and there is no index: a trailing stop has nothing to follow. */
  'no_price_yet',
  'below_min_notional',
  'quantity_too_large',
  'fill_or_kill_unfillable',
  'too_many_open_orders',
  /** Another waiting order of the customer has this name. */
  'duplicate_client_order_id',
  /** A GTD order's time is over already. */
  'expiry_in_past',
  /** The amended quantity is not more than what is filled. */
  'amend_below_filled',
  'amend_changes_nothing',
  /** One of two linked orders is not amended: its other has the same quantity and money. */
  'order_is_linked',
] as const;
