import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';

export const priceLogDeskCalls = deskCallsOf({
  'GET desk/price_log': {
    summary: 'How the price log is doing: how far it is signed, and what stopped it if it stopped',
    permission: 'market.read',
    output: z.object({
      state: z.enum(['signing', 'catching_up', 'stopped']),
      /** What differs from what was signed, and at which tick or size. */
      fault: z.object({ kind: z.string(), number: z.number() }).nullable(),
      newest_tick: z.number(),
      signed_ticks: z.number(),
      /** Null until the first signature. */
      signed_at_ms: z.number().nullable(),
      first_hot_tick: z.number(),
    }),
  },
});
