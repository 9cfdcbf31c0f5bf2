export const WALLET_REFUSALS = [
  /** `available`: what may be withdrawn. */
  'insurance_floor',
] as const;
