export const WALLET_REFUSALS = [
  /** `available`: what may be withdrawn. */
  'insurance_floor',
  /** `until_ms`: when it may leave. */
  'profit_wait',
  /** `available`: what is left after promises, the insurance floor and debts. */
  'profit_bound',
  /** `available`: what is proven beyond what customers are owed; the proof may also be too old. */
  'profit_unproven',
] as const;
