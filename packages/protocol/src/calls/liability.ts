import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

/**
 * What the exchange owes, at audit points. Amounts are whole minor units as text, because they are hashed; hashes are
 * lower-case hex. docs/verifying.md explains how to check everything.
 */

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const minor = z.string().regex(/^\d+$/);

const liabilityRecord = z.object({
  /** In the public log. */
  number: z.number(),
  at_ms: z.number(),
  previous_hash: hash,
  body: z.object({
    point: z.number(),
    /** The journal's last command that counts, and its time. */
    sequence: z.number(),
    at_ms: z.number(),
    tree: z.array(
      z.object({ currency: z.string(), decimals: z.number(), root: hash, total: minor, leaves: z.number() }),
    ),
    /** Not in the sums; may be negative. */
    beside: z.array(
      z.object({ currency: z.string(), decimals: z.number(), name: z.string(), total: z.string() }),
    ),
  }),
});

export const liabilityCalls = callsOf('wallet', {
  'GET liability/points': {
    summary: 'Audit points whose liabilities are in the public log, newest first',
    auth: 'none',
    input: z.object({ cursor: f.cursor.optional(), limit: f.limit }),
    output: z.object({
      points: z.array(
        z.object({
          point: z.number(),
          sequence: z.number(),
          at_ms: z.number(),
          record: z.number(),
          /** Chain hash of the record. */
          record_hash: hash,
          /** Whether proofs can still be made. */
          kept: z.boolean(),
        }),
      ),
      next_cursor: z.string().nullable(),
    }),
  },
  'GET liability/proof': {
    summary:
      'What you were owed at an audit point (the newest if none is named), with all that is needed to check that it is within the published totals',
    input: z.object({ point: f.id.optional() }),
    output: z.object({
      /** Also the beginning of the file that the stand-alone verifier reads. */
      kind: z.literal('tallystick liability proof 1'),
      record: liabilityRecord,
      statements: z.array(
        z.object({
          point: z.number(),
          currency: z.string(),
          decimals: z.number(),
          holder: z.string(),
          salt: hash,
          parts: z.array(z.object({ part: z.string(), amount: minor })),
          leaves: z.array(z.object({ index: z.number(), amount: minor })),
          beside: z.array(z.object({ sum: minor, hash })),
        }),
      ),
    }),
    errors: ['not_found'],
  },
});
