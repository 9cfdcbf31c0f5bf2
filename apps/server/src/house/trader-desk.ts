import type { Command } from '@tallystick/core';
import type { Random } from './random.ts';

/** Where demo traders trade: what one of them would do there next. */
export interface TraderDesk {
  readonly marketIds: readonly number[];
  /** In order; empty where nothing can be done at the moment. */
  next(customerId: number, marketId: number, random: Random): readonly Command[];
}
