export const REFERRAL_REFUSALS = [
  /** An unknown promoter, oneself, or a customer younger than the invited one. */
  'invalid_promoter',
  'promoter_set',
  /** `maximum`: percent, for both levels together. */
  'rebate_above_ceiling',
] as const;
