import { z } from 'zod';
import { blockId } from './block-id.ts';

/**
 * Expected answers of a node's HTTP API. Nodes are not trusted: anything not of this shape is an error. The API leaves
 * out what is zero or empty, and answers `{}` for what it does not have.
 */
const hex = z
  .string()
  .regex(/^([0-9a-fA-F]{2})*$/)
  .transform(text => text.toLowerCase());

const hash = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .transform(text => text.toLowerCase());

const whole = z.int().min(0);

/** The answer when there is none. */
export const nothing = z.strictObject({}).transform(() => null);

const headerShape = z.object({
  blockID: hash,
  block_header: z.object({
    raw_data: z.object({
      timestamp: whole.default(0),
      txTrieRoot: hex.default(''),
      parentHash: hash,
      number: whole.default(0),
      witness_id: whole.default(0),
      witness_address: hex.default(''),
      version: whole.default(0),
      accountStateRoot: hex.default(''),
    }),
  }),
});

function readHeader(
  { blockID, block_header: { raw_data: raw } }: z.output<typeof headerShape>,
  context: z.RefinementCtx,
): { readonly number: number; readonly hash: string; readonly parentHash: string } {
  const id = blockId({ ...raw, witnessId: raw.witness_id, witnessAddress: raw.witness_address });
  if (id !== blockID) context.addIssue({ code: 'custom', message: `it is not ${blockID}, but ${id}` });
  return { number: raw.number, hash: id, parentHash: raw.parentHash };
}

export const header = headerShape.transform(readHeader);

/** A transaction as blocks list it, with the outcome that the block's producer vouches for. */
const listed = z
  .object({ txID: hash, ret: z.array(z.object({ contractRet: z.string().optional() })).default([]) })
  .transform(({ txID, ret }) => ({ id: txID, succeeded: ret[0]?.contractRet === 'SUCCESS' }));

export const block = headerShape
  .extend({ transactions: z.array(listed).default([]) })
  .transform((answer, context) => ({
    ...readHeader(answer, context),
    transactions: answer.transactions,
  }));

/** Twenty bytes; some providers write the network's byte before them. */
const logAddress = z
  .string()
  .regex(/^(41)?[0-9a-fA-F]{40}$/)
  .transform(text => `0x${text.slice(-40).toLowerCase()}` as const);

const logEntry = z.object({
  address: logAddress,
  topics: z
    .array(hash.transform(digits => `0x${digits}` as const))
    .max(4)
    .default([]),
  data: hex.transform(digits => `0x${digits}` as const).default('0x'),
});

/** What a transaction did. */
export const result = z
  .object({
    id: hash,
    blockNumber: whole.default(0),
    /** `FAILED`, or left out. */
    result: z.string().optional(),
    receipt: z.object({ result: z.string().optional() }).default({}),
    log: z.array(logEntry).default([]),
  })
  .transform(({ id, blockNumber, result: outcome, receipt, log }) => ({
    id,
    blockNumber,
    failed: outcome === 'FAILED' || !['SUCCESS', undefined].includes(receipt.result),
    logs: log,
  }));

/** Of a block without transactions, some nodes say `{}`. */
export const results = z.union([z.strictObject({}).transform(() => []), z.array(result)]);

export const sent = z.object({ txID: hash });

export type TronHeader = z.output<typeof header>;
export type TronBlock = z.output<typeof block>;
export type TronResult = z.output<typeof result>;
