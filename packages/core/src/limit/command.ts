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

export const LIMIT_COMMANDS = ['setDailyLossLimit', 'setCoolDown'] as const;
