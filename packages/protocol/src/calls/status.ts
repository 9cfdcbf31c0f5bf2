import { z } from 'zod';
import { callsOf } from '../call.ts';
import { HALT_REASONS } from './terms.ts';

/** The subjects that days are counted for. */
export const STATUS_PARTS = ['exchange', 'trading', 'prices', 'deposits', 'withdrawals'] as const;
export const INCIDENT_KINDS = ['halted', 'close_only', 'stale', 'held', 'closed', 'outage', 'note'] as const;
const trading = z.enum(['open', 'close_only', 'halted']);

export const incident = z.object({
  id: z.number(),
  kind: z.enum(INCIDENT_KINDS),
  /** What it was about: `spot`, `contract`, `prices`, `deposits`, `withdrawals`, `exchange`. */
  part: z.enum(['spot', 'contract', ...STATUS_PARTS]),
  /** The market's symbol, or the way in or out such as `USDT TRC20`; null: all of it. */
  subject: z.string().nullable(),
  cause: z.enum(HALT_REASONS).nullable(),
  started_at_ms: z.number(),
  /** Null: not over. */
  ended_at_ms: z.number().nullable(),
  /** In the operators' words; null where nobody has written any. */
  title: z.string().nullable(),
  body: z.string().nullable(),
});

export const statusCalls = callsOf('app', {
  'GET status/now': {
    summary:
      'How everything is doing: trading, prices, ways in and out, latency, audit. Open to everybody, kept for seconds',
    auth: 'none',
    output: z.object({
      at_ms: z.number(),
      overall: z.enum(['good', 'limited', 'stopped']),
      markets: z.array(
        z.object({
          market_id: z.number(),
          symbol: z.string(),
          spot: trading,
          /** Null: there is no contract on it. */
          contract: trading.nullable(),
          /** Age of the newest index price; null: there is none. */
          price_age_ms: z.number().nullable(),
          /** Null: its prices are its own trades. */
          prices: z.enum(['fresh', 'stale']).nullable(),
        }),
      ),
      ways: z.array(
        z.object({
          currency: z.string(),
          network: z.string(),
          deposits: z.boolean(),
          withdrawals: z.boolean(),
        }),
      ),
      /** Whether approved payouts are being paid. */
      payouts: z.enum(['open', 'held']),
      /** From an order’s arrival at the engine to its answer, over the newest orders; null without any. */
      latency: z.object({ orders: z.number(), p50_ms: z.number(), p99_ms: z.number() }).nullable(),
      audit: z.object({
        /** Whether tables and core could be compared; a difference ends the process. */
        books: z.enum(['checked', 'checking', 'unchecked']),
        compared_at_ms: z.number().nullable(),
        logs: z.array(z.object({ name: z.string(), state: z.string() })),
      }),
    }),
  },
  'GET status/history': {
    summary:
      'What went wrong, newest first, and the last 90 days as they were sampled; days nobody sampled are left out',
    auth: 'none',
    output: z.object({
      incidents: z.array(incident),
      days: z.array(
        z.object({
          /** UTC, `2026-11-23` */
          day: z.string(),
          part: z.enum(STATUS_PARTS),
          /** Minutes that were sampled, and how many of them were bad. */
          sampled: z.number(),
          bad: z.number(),
        }),
      ),
    }),
  },
});
