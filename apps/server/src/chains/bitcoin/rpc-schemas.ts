import { z } from 'zod';

/** Expected answers of a node. Nodes are not trusted: anything not exactly of this shape is an error. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Bytes of a transaction or block. */
export const bytes = z
  .string()
  .regex(/^([0-9a-f]{2})+$/)
  .transform(text => Buffer.from(text, 'hex'));

export const height = z.int().min(0).max(0xffff_ffff);

export const chainInfo = z.object({
  blocks: height,
  bestblockhash: hash,
  initialblockdownload: z.boolean(),
  pruned: z.boolean(),
});

export const header = z.object({
  hash,
  height,
  /** -1: the block is not on the chain any more. */
  confirmations: z.int().min(-1),
});

export const foundTransaction = z.object({
  hex: bytes,
  /** Missing while no block has it. */
  blockhash: hash.optional(),
});

/** What matters is that there is one. */
export const waiting = z.object({});

/**
 * An amount of coins such as `0.1`, in satoshi. Binary fractions are not exact, so `BitcoinRpc` hands on the digits of
 * each number that is no whole one.
 */
export const satoshi = z
  .union([z.int().min(0), z.string().regex(/^\d{1,8}(\.\d{1,8})?$/)])
  .transform(coins => {
    const [whole = '', fraction = ''] = String(coins).split('.');
    return BigInt(whole + fraction.padEnd(8, '0'));
  });

/** What a node answers any question with. */
export const answer = z.object({
  result: z.unknown(),
  error: z
    .object({ code: z.int(), message: z.string() })
    .nullish()
    .transform(error => error ?? null),
});

export type ChainInfo = z.output<typeof chainInfo>;
