import type { Command } from '@tallystick/core';
import type { Random } from './random.ts';

/** Where demo traders trade: decides what one of them does next. */
export interface TraderDesk {
  readonly marketIds: readonly number[];
  /** Commands in order; empty if nothing can be done at the moment. */
  next(customerId: number, marketId: number, random: Random): readonly Command[];
}
