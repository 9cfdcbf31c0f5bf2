import { z } from 'zod';
import { defineDeskCall } from '../../desk/desk-call.ts';
import * as f from '../../fields.ts';
import { lines } from '../../desk/text.ts';

const clock = z.object({
  server_time_ms: z.number(),
  /** By how much it is ahead of the machine's clock. */
  clock_ahead_ms: z.number(),
  /** In live time only passes. */
  demo: z.boolean(),
  /** Whether who asks may put it forward: in a demo, by an operator whose role allows it. */
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
      by: z.union([z.literal('next_utc_midnight'), f.whole(1_000, 34_560_000_000)]),
      reason: lines(500).refine(text => text !== ''),
    }),
    output: clock,
    errors: ['demo_only'],
  }),
};
