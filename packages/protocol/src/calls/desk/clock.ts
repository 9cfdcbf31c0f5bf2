import { z } from 'zod';
import { defineDeskCall } from '../../desk/desk-call.ts';
import { lines } from '../../desk/text.ts';

const clock = z.object({
  server_time_ms: z.number(),
  /** By how much it is ahead of the machine's clock. */
  clock_ahead_ms: z.number(),
  /** False in live, where time only passes. */
  may_advance: z.boolean(),
});

export const clockCalls = {
  'GET desk/clock': defineDeskCall({
    summary: 'The exchange’s clock, and by how much it was put forward',
    auth: 'operator',
    permission: 'setting.read',
    input: z.object({}),
    output: clock,
  }),
  'POST desk/clock_advance': defineDeskCall({
    summary:
      'Demo only: put the exchange’s clock forward, by milliseconds or to the next UTC midnight. It never goes back. ' +
      'Answers once everything that became due is done',
    auth: 'operator',
    permission: 'clock.advance',
    input: z.object({
      /** A second to 400 days. */
      by: z.union([z.literal('next_utc_midnight'), z.number().int().min(1_000).max(34_560_000_000)]),
      reason: lines(500).refine(text => text !== ''),
    }),
    output: clock,
    errors: ['demo_only'],
  }),
};
