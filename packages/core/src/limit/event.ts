import type { CustomerLimits } from './standing.ts';

/** The customer's limits after the command, complete. */
export type LimitEvent = { readonly type: 'limitsChanged'; readonly limits: CustomerLimits };
