/** Refusals of perpetual commands beside the common ones. */
export const PERPETUAL_REFUSALS = [
  'invalid_perpetual',
  'unknown_perpetual',
  'unknown_position',
  /** Closed or cancelled already. */
  'position_not_open',
  'invalid_lots',
  /** params: maximum. */
  'too_many_lots',
  /** Not a whole number from 1 to the largest on offer. */
  'multiple_not_offered',
  /** params: maximum (leverage) for this exposure. */
  'multiple_too_high',
  /** params: maximum, currency. */
  'exposure_too_large',
  'open_interest_full',
  /** params: maximum. */
  'too_many_positions',
  /** No index tick that is fresh enough: nothing opens. */
  'index_stale',
  /** At this price the position would be liquidated at once. */
  'would_be_liquidated',
  /** Field: take_profit or stop_loss. Params: mark or price it is measured from. */
  'stop_wrong_side',
  /** The stop-loss is beyond the liquidation price. params: liquidation. */
  'stop_beyond_liquidation',
  /** A stop was reached and is already closing the position. */
  'stop_triggered',
  /** The price would lose more than the margin. params: bankruptcy. */
  'price_beyond_bankruptcy',
  /** More margin than the position is worth. params: maximum, currency. */
  'margin_too_large',
  'positions_not_opposite',
  /** Removing so much would leave less than the initial requirement. params: maximum, currency. */
  'margin_below_initial',
  /** The position mode changes only while no order of the contract waits. */
  'orders_waiting',
  /** Net mode has one position: close or offset the long or the short one first. */
  'positions_opposite',
  /** A stop or a liquidation is closing the position. */
  'position_closing',
  /** Nothing is held on the other side that waiting orders do not already close. */
  'nothing_to_reduce',
  /** In mode `each`: a part of it is a position already, or it is a limit close. Cancel it and place another. */
  'amend_not_possible',
] as const;
