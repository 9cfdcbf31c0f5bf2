import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';

const address = z.string().regex(/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/);
const drops = z.string().regex(/^\d{1,18}$/);
const uint32 = z.int().min(0).max(0xffff_ffff);

const common = {
  Account: address,
  /** Burnt exactly so. */
  Fee: drops,
  Sequence: uint32,
  /** In no later ledger: what is not there by then can be signed anew. */
  LastLedgerSequence: uint32,
  Flags: z.literal(0),
};

/** A transaction as the signer gets it, and as it is kept: the fields that the ledger itself has, and what they mean. */
export const xrpUnsigned = z.strictObject({
  fields: z.discriminatedUnion('TransactionType', [
    z.strictObject({
      TransactionType: z.literal('Payment'),
      ...common,
      Destination: address,
      DestinationTag: uint32.optional(),
      Amount: drops,
    }),
    /** Changes nothing: it only takes the sequence number. */
    z.strictObject({ TransactionType: z.literal('AccountSet'), ...common }),
  ]),
  /** What it does, in words. */
  reads: z.array(z.string()),
});
export type XrpUnsigned = Readonly<z.output<typeof xrpUnsigned>>;
export type XrpFields = XrpUnsigned['fields'];

/** `TXN` and a zero byte, before a signed transaction when its id is computed. */
const ID_PREFIX = hexToBytes('54584e00');

/** The id of a signed transaction: the first half of a SHA-512 (xrpl.org, "Hashes"). @param blob in hexadecimal */
export function xrpTransactionId(blob: string): string {
  return bytesToHex(sha512(concatBytes(ID_PREFIX, hexToBytes(blob))).subarray(0, 32)).toUpperCase();
}

/**
 * Account and sequence number, which one transaction alone can have, and the newest ledger when it was drafted first:
 * it can be in none up to there.
 */
export function xrpSlot(account: string, sequence: number, afterLedger: number): string {
  return `${account}:${sequence}:${afterLedger}`;
}

export function readXrpSlot(slot: string) {
  const [account = '', sequence = '', afterLedger = ''] = slot.split(':');
  return { account, sequence: Number(sequence), afterLedger: Number(afterLedger) };
}
