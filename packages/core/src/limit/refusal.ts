export const LIMIT_REFUSALS = ['invalid_limit', 'daily_loss_limit', 'cooling_down'] as const;
