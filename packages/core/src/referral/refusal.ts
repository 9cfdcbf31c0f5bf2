export const REFERRAL_REFUSALS = [
  /** Nobody there, oneself, or younger than who was invited. */
  'invalid_promoter',
  'promoter_set',
  /** `maximum` in percent, of both levels together. */
  'rebate_above_ceiling',
] as const;
