import { z } from 'zod';

/**
 * Expected answers of a node. Nodes are not trusted: anything not exactly of this shape is an error. Hexadecimal text
 * is converted to lower case so that equal values compare equal.
 */
export const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform(text => text.toLowerCase() as `0x${string}`);

export const account = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform(text => text.toLowerCase() as `0x${string}`);

/** 0 to 2^256 - 1. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(text => BigInt(text));

export const smallQuantity = quantity
  .refine(value => value <= BigInt(Number.MAX_SAFE_INTEGER))
  .transform(value => Number(value));

export const header = z.object({ number: smallQuantity, hash, parentHash: hash });

/** Of the newest block: what a unit of gas costs in it at least, in wei. */
export const basePrice = z.object({ baseFeePerGas: quantity });

export const transaction = z.object({
  hash,
  blockHash: hash.nullish(),
  from: account,
  /** Missing when the transaction creates a contract. */
  to: account.nullish(),
  value: quantity,
});

export const block = header.extend({ transactions: z.array(transaction) });

export const logEntry = z.object({
  address: account,
  topics: z.array(hash).max(4),
  data: z.string().regex(/^0x([0-9a-fA-F]{2})*$/),
  blockHash: hash,
  transactionHash: hash,
  logIndex: smallQuantity,
  removed: z.boolean().optional(),
});

export const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: smallQuantity,
  /** 1: it succeeded. 0: it was reverted, and nothing moved. */
  status: z.enum(['0x1', '0x0']).transform(status => status === '0x1'),
  gasUsed: quantity,
  /** In wei for each unit of gas. */
  effectiveGasPrice: quantity,
  logs: z.array(logEntry),
});

export type RpcBlock = z.output<typeof block>;
export type RpcHeader = z.output<typeof header>;
export type RpcTransaction = z.output<typeof transaction>;
export type RpcLog = z.output<typeof logEntry>;
export type RpcReceipt = z.output<typeof receipt>;
