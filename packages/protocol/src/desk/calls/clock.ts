import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import * as f from '../../fields.ts';
import { lines } from '../../text.ts';

/** Why no command is stamped, until somebody confirms the clock. */
export const CLOCK_GO_ON_REASONS = ['jumped', 'database', 'uptime', 'long_gap'] as const;
/** `journal_ahead`: the last command is later than the clock; only waiting helps. */
export const CLOCK_STOP_REASONS = [...CLOCK_GO_ON_REASONS, 'journal_ahead'] as const;

const clock = z.object({
  server_time_ms: z.number(),
  /** By how much it is ahead of the machine's clock. */
  clock_ahead_ms: z.number(),
  /** In live time only passes. */
  demo: z.boolean(),
  /** Whether the caller may advance it: in a demo, by an operator whose role allows it. */
  may_advance: z.boolean(),
  /** Not null while the machine's clock is in doubt: nothing is stamped until it is right or two people confirm it. */
  stopped: z
    .object({
      reason: z.enum(CLOCK_STOP_REASONS),
      since_ms: z.number(),
      /** How far the machine's clock is ahead of what contradicts it; negative: behind. */
      difference_ms: z.number(),
    })
    .nullable(),
});

export const clockCalls = deskCallsOf({
  'GET desk/clock': {
    summary: 'The exchange’s clock, by how much it was put forward, and whether commands are stamped by it',
    permission: 'setting.read',
    output: clock,
  },
  'POST desk/clock_advance': {
    summary:
      'Demo only: put the exchange’s clock forward, by milliseconds or to the next UTC midnight. It never goes back. ' +
      'Answers once everything that became due is done',
    permission: 'clock.advance',
    input: z.object({
      /** A second to 400 days. */
      by: z.union([z.literal('next_utc_midnight'), f.whole(1_000, 34_560_000_000)]),
      reason: lines(500).refine(text => text !== ''),
    }),
    output: clock,
    errors: ['demo_only', 'clock_stopped'],
  },
});
