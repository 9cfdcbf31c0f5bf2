import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

/**
 * The public price log. Prices are whole 1e-8 quote units instead of decimal strings, because these numbers are hashed.
 * Hashes are lower-case hex. docs/price-log.md explains how to verify everything.
 */

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const loggedTick = z.object({
  /** Counts all ticks of all markets from 1 without gaps. */
  number: z.number(),
  market_id: z.number(),
  price_e8: z.number(),
  at_ms: z.number(),
  sources: z.array(z.object({ name: z.string(), price_e8: z.number(), at_ms: z.number() })),
  /** Chains the tick to the one before it. */
  hash,
});

export const tickRange = z.object({
  /** Hash of the tick before the first one here; 64 zeros before tick 1. */
  previous_hash: hash,
  /** Without gaps, all markets. */
  ticks: z.array(loggedTick),
});

export const checkpoint = z.object({
  /** Name of the log. */
  origin: z.string(),
  /** Ticks the tree covers; also the number of the newest of them. */
  size: z.number(),
  /** Merkle tree head over all tick hashes (RFC 6962, 2.1). */
  root: hash,
  /** Chain hash of the newest tick. */
  tick_hash: hash,
  at_ms: z.number(),
  /** What was signed, with its signatures: a signed note whose lines say all of the above. */
  note: z.string(),
});

export const logKey = z.object({
  /** The first four bytes of the key's name, eight hex digits, as in the notes. */
  key_id: z.string(),
  algorithm: z.literal('ed25519'),
  public_key: hash,
  /** Signs new checkpoints. */
  active: z.boolean(),
  /** The first checkpoint it signed. */
  first_size: z.number(),
});

/** The proof that connects a range of ticks with a signed checkpoint. */
export const logEvidence = z.object({
  origin: z.string(),
  keys: z.array(logKey),
  range: tickRange,
  /** Covers the last tick of the range. */
  checkpoint,
  /** From the last tick of the range to the checkpoint's root. */
  inclusion: z.array(hash),
  /** The newest checkpoint from before the range, and how the one above continues it; null at the log's beginning. */
  earlier: z.object({ checkpoint, consistency: z.array(hash) }).nullable(),
});

const PAGE = 1000;
const size = z.object({ size: f.id });

export const priceLogCalls = callsOf('price-log', {
  'GET price_log/checkpoint': {
    summary:
      'The newest signed checkpoint of the price log; with `size`, the first one that covers that many ticks',
    auth: 'none',
    input: size.partial(),
    output: checkpoint,
    errors: ['not_yet_signed'],
  },
  'GET price_log/checkpoints': {
    summary: 'Signed checkpoints, newest first',
    auth: 'none',
    input: z.object({ ...f.paging }),
    output: f.page(checkpoint),
  },
  'GET price_log/keys': {
    summary: 'The public keys of the price log, newest first, and how it is doing',
    auth: 'none',
    output: z.object({
      origin: z.string(),
      keys: z.array(logKey),
      /** `stopped`: the log differs from what was signed; nothing more is signed until somebody has looked. */
      state: z.enum(['signing', 'catching_up', 'stopped']),
      /** Milliseconds between two checkpoints while prices arrive. */
      checkpoint_every_ms: z.number(),
      /** Of the newest tick there is, signed or not. */
      newest_tick: z.number(),
      /** Older ticks are in archive files and are served all the same. */
      first_hot_tick: z.number(),
    }),
  },
  'GET price_log/ticks': {
    summary: `Up to ${PAGE} ticks from a number on, or from a time on, without gaps`,
    auth: 'none',
    input: z.object({
      from: f.id.optional(),
      from_ms: f.timestampMs.optional(),
      limit: f.whole(1, PAGE).default(100),
    }),
    output: tickRange.extend({ next_from: z.number().nullable() }),
    errors: ['archive_unreadable'],
  },
  'GET price_log/inclusion': {
    summary: 'That a tick is in the tree of a checkpoint (RFC 6962, 2.1.1)',
    auth: 'none',
    input: z.object({ number: f.id, size: f.id }),
    output: z.object({ number: z.number(), size: z.number(), tick_hash: hash, hashes: z.array(hash) }),
    errors: ['not_yet_signed', 'archive_unreadable'],
  },
  'GET price_log/consistency': {
    summary: 'That a later checkpoint only adds to an earlier one (RFC 6962, 2.1.2)',
    auth: 'none',
    input: z.object({ from: f.id, to: f.id }).refine(({ from, to }) => from <= to),
    output: z.object({ from: z.number(), to: z.number(), hashes: z.array(hash) }),
    errors: ['not_yet_signed'],
  },
  'GET price_log/archives': {
    summary: 'Archive files of older ticks, newest first',
    auth: 'none',
    input: z.object({ ...f.paging }),
    output: f.page(
      z.object({
        first: z.number(),
        last: z.number(),
        first_at_ms: z.number(),
        last_at_ms: z.number(),
        /** Of the file. */
        sha256: hash,
        bytes: z.number(),
      }),
    ),
  },
  'GET price_log/archive': {
    summary: 'One archive file: gzip, a head and then one tick a line as JSON',
    auth: 'none',
    binary: ['application/gzip'],
    input: z.object({ first: f.id }),
    output: f.bytes,
    errors: ['not_found', 'archive_unreadable'],
  },
});
