export const WALLET_REFUSALS = [
  /** `available` is what may be taken out. */
  'insurance_floor',
] as const;
