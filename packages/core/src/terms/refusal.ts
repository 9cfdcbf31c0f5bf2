export const TERMS_REFUSALS = [
  /** `maximum` in percent. */
  'fee_above_ceiling',
  /** `minimum` and `maximum` in hours. */
  'notice_too_short',
  'invalid_halt',
  /** A full halt that is longer than allowed, or too soon after another. */
  'halt_takes_two',
  'halt_in_force',
  'not_halted',
] as const;
