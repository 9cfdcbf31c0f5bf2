export const WITHDRAWAL_REFUSALS = ['unknown_withdrawal', 'withdrawal_exists'] as const;
