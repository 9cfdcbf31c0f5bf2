/**
 * Limits a customer sets themselves, over all products. They count in one currency: what is lost in another is worth
 * what the index said when it was put at risk.
 */
export interface CustomerLimits {
  readonly customerId: number;
  /** The most the customer wants to lose in a UTC day, in minor units of the counting currency; null: no limit. */
  readonly dailyLossMinor: bigint | null;
  /** A looser limit asked for, and from when it holds. */
  readonly nextDailyLoss: { readonly limitMinor: bigint | null; readonly fromMs: number } | null;
  /** Nothing new is opened or bought before this moment; 0: none. */
  readonly coolDownUntilMs: number;
  /** An earlier end asked for, and from when it holds. */
  readonly nextCoolDown: { readonly untilMs: number; readonly fromMs: number } | null;
}

/** How the customer stands today against what they set. */
export interface LimitStanding extends CustomerLimits {
  /** Lost minus won today, in all products; below 0 if more was won. Closed and settled only. */
  readonly lostTodayMinor: bigint;
  /** What may still be lost: stakes of open options, and what is frozen for open positions and waiting orders. */
  readonly atRiskMinor: bigint;
  readonly dayEndsAtMs: number;
}

/** A lower limit holds at once; a higher one, or none (null), only after 24 hours. */
export interface SetDailyLossLimit {
  readonly type: 'setDailyLossLimit';
  readonly customerId: number;
  readonly limitMinor: bigint | null;
}

/** A later end holds at once; an earlier one, or none (0), only after 24 hours. At most a year ahead. */
export interface SetCoolDown {
  readonly type: 'setCoolDown';
  readonly customerId: number;
  readonly untilMs: number;
}

export type LimitCommand = SetDailyLossLimit | SetCoolDown;

/** The customer's limits after the command, complete. */
export type LimitEvent = { readonly type: 'limitsChanged'; readonly limits: CustomerLimits };

export const LIMIT_REFUSALS = ['invalid_limit', 'daily_loss_limit', 'cooling_down'] as const;
