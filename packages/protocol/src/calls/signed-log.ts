import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { logKey } from './price-log.ts';

/**
 * The signed heads of the journal, of the operators' audit log and of the public log, for anyone to keep and compare with
 * later ones. Those of the first two reveal nothing of the logs' content. docs/signed-logs.md explains how to verify them.
 */

export const signedLogName = z.enum(['journal', 'audit', 'public']);

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const log = z.object({ log: signedLogName });

export const signedCheckpoint = z.object({
  /** Name of the log. */
  origin: z.string(),
  /** Rows or entries the tree covers. */
  size: z.number(),
  /** Merkle tree head (RFC 6962, 2.1). */
  root: hash,
  /** The tree's leaf for the newest row or entry; of the public log the newest record's hash. */
  head_hash: hash,
  /** Journal: the last command covered. */
  sequence: z.number().nullable(),
  at_ms: z.number(),
  /** What was signed, with its signatures: a signed note whose lines say all of the above. */
  note: z.string(),
});

export const signedLogCalls = callsOf('price-log', {
  'GET signed_log/checkpoint': {
    summary: 'The newest signed checkpoint of a log; with `size`, the first one that covers so many entries',
    auth: 'none',
    input: log.extend({ size: f.id.optional() }),
    output: signedCheckpoint,
    errors: ['not_yet_signed'],
  },
  'GET signed_log/checkpoints': {
    summary: 'Signed checkpoints of a log, newest first',
    auth: 'none',
    input: log.extend({ ...f.paging }),
    output: f.page(signedCheckpoint),
  },
  'GET signed_log/keys': {
    summary: 'The public keys of a log, newest first, and how it is doing',
    auth: 'none',
    input: log,
    output: z.object({
      origin: z.string(),
      keys: z.array(logKey),
      /** `stopped`: the log differs from what was signed; nothing more is signed until people have looked. */
      state: z.enum(['signing', 'catching_up', 'stopped']),
      checkpoint_every_ms: z.number(),
    }),
  },
  'GET signed_log/consistency': {
    summary: 'That a later checkpoint only adds to an earlier one (RFC 6962, 2.1.2)',
    auth: 'none',
    input: log.extend({ from: f.id, to: f.id }).refine(({ from, to }) => from <= to),
    output: z.object({ from: z.number(), to: z.number(), hashes: z.array(hash) }),
    errors: ['not_yet_signed'],
  },
});
