import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { signedCheckpoint } from './signed-log.ts';

/**
 * The public log: what the exchange states for everybody to keep, with the witnesses who have signed its heads. Its files
 * are at `/tlog/public/` (C2SP tlog-tiles); its own signed heads also come by `signed_log`. docs/signed-logs.md explains how
 * to verify them.
 */

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** As in packages/verify/src/public-log/records.ts, which says what a body of each kind holds. */
export const publicRecordKind = z.enum([
  'price_head',
  'journal_head',
  'audit_head',
  'liabilities',
  'reserves',
  'launch_list',
  'terms',
  'notice',
  'source',
  'books',
  'profit_withdrawal',
]);

export const publicRecord = z.object({
  /** Counts all records from 1 without gaps. */
  number: z.number(),
  kind: publicRecordKind,
  at_ms: z.number(),
  /** Every character as it was hashed: JSON of number, kind, time, body and the hash before it. */
  entry: z.string(),
});

const witness = z.object({
  /** Its public key: `NAME+ID+BASE64`. */
  key: z.string(),
  url: z.string(),
  /** Records that the newest head covers which it has signed, and when; null: none yet. */
  size: z.number().nullable(),
  at_ms: z.number().nullable(),
});

export const publicLogCalls = callsOf('price-log', {
  'GET public_log/head': {
    summary:
      'The newest signed head of the public log, the newest that enough witnesses have signed, and the witnesses',
    auth: 'none',
    output: z.object({
      origin: z.string(),
      /** Null until the first signature. Its note has the witnesses’ signatures, too. */
      newest: signedCheckpoint.nullable(),
      /** The newest with at least `need` witnesses; null until there is one. */
      trusted: signedCheckpoint.nullable(),
      witnesses: z.array(witness),
      need: z.number(),
    }),
  },
  'GET public_log/records': {
    summary: 'Signed records of the public log, newest first, of one kind or of all',
    auth: 'none',
    input: z.object({ kind: publicRecordKind.optional(), ...f.paging }),
    output: f.page(publicRecord),
  },
  'GET public_log/inclusion': {
    summary: 'That a record is in the public log of a size (RFC 6962, 2.1.1)',
    auth: 'none',
    input: z.object({ number: f.id, size: f.id }).refine(({ number, size }) => number <= size),
    output: z.object({ number: z.number(), size: z.number(), hashes: z.array(hash) }),
    errors: ['not_yet_signed'],
  },
});
