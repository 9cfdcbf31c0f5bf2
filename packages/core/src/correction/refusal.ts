export const CORRECTION_REFUSALS = ['goodwill_paid', 'deposit_reversed'] as const;
