import { createHash } from 'node:crypto';
import { ByteReader } from './byte-reader.ts';

export interface BitcoinInput {
  /** The output it spends. */
  readonly previous: { readonly transactionId: string; readonly index: number };
  readonly script: Uint8Array;
  /** Empty unless it spends a segwit output. */
  readonly witness: readonly Uint8Array[];
}

export interface BitcoinOutput {
  /** In satoshi. */
  readonly amount: bigint;
  readonly script: Uint8Array;
}

export interface BitcoinTransaction {
  /** As people write it. Made from the bytes, never taken from a node. */
  readonly id: string;
  /** The same as bytes, in the order of the chain. */
  readonly hash: Buffer;
  /** Covers the witnesses, too (BIP-141); for a coinbase, whose own is defined as zeros, not used. */
  readonly witnessHash: Buffer;
  readonly isCoinbase: boolean;
  readonly inputs: readonly BitcoinInput[];
  readonly outputs: readonly BitcoinOutput[];
}

/** More than will ever be: an amount beyond it was never in a valid block. */
const MOST_SATOSHI = 21_000_000n * 100_000_000n;
/** Litecoin, whose limit is four times Bitcoin's, is read by the same code in tests. */
const MOST_UNITS = 4n * MOST_SATOSHI;
const FLAG_WITNESS = 0x01;
/** Litecoin's MWEB: the transaction that carries its balance through each block, and ones that bring coins into it. */
const FLAG_MWEB = 0x08;
const NO_OUTPUT = 0xffff_ffff;

/**
 * Reads a whole transaction as nodes write it (BIP-144).
 *
 * @throws RangeError when the bytes are not exactly one.
 */
export function readTransaction(bytes: Buffer): BitcoinTransaction {
  const reader = new ByteReader(bytes);
  const transaction = readNextTransaction(reader);
  reader.end();
  return transaction;
}

/** Reads the one that begins where the reader is. @throws RangeError */
export function readNextTransaction(reader: ByteReader): BitcoinTransaction {
  const version = reader.bytes(4);
  const flags = readFlags(reader);
  const from = reader.position;
  const spent = reader.list(41, readInput);
  const outputs = reader.list(9, readOutput);
  const to = reader.position;
  const witnesses = (flags & FLAG_WITNESS) === 0 ? [] : spent.map(() => reader.list(1, readPart));
  const witnessEnd = reader.position;
  if ((flags & FLAG_MWEB) !== 0 && reader.byte() !== 0) {
    throw new RangeError('a transaction with a part inside MWEB cannot be read');
  }
  const lockTime = reader.bytes(4);
  const hash = hashTwice(version, reader.between(from, to), lockTime);
  const inputs = spent.map((one, at) => ({ ...one, witness: witnesses[at] ?? [] }));
  const [first] = inputs;
  return {
    id: asId(hash),
    hash,
    witnessHash:
      witnesses.length === 0
        ? hash
        : hashTwice(version, Buffer.from([0, FLAG_WITNESS]), reader.between(from, witnessEnd), lockTime),
    isCoinbase:
      inputs.length === 1 && first?.previous.index === NO_OUTPUT && /^0+$/.test(first.previous.transactionId),
    inputs,
    outputs,
  };
}

/** Bytes of a hash, in the order in which people write it. */
export function asId(hash: Uint8Array): string {
  return Buffer.from(hash.toReversed()).toString('hex');
}

/** Two rounds of SHA-256 over all parts, one after another. */
export function hashTwice(...parts: readonly Uint8Array[]): Buffer {
  const inner = createHash('sha256');
  for (const part of parts) inner.update(part);
  return createHash('sha256').update(inner.digest()).digest();
}

/** A transaction has an input, so a zero where their number would be means that flags follow. */
function readFlags(reader: ByteReader): number {
  if (reader.peek() !== 0) return 0;
  reader.byte();
  const flags = reader.byte();
  if (flags === 0 || (flags & ~(FLAG_WITNESS | FLAG_MWEB)) !== 0) {
    throw new RangeError(`a transaction has unknown flags: ${flags}`);
  }
  return flags;
}

function readInput(reader: ByteReader): Omit<BitcoinInput, 'witness'> {
  const transactionId = asId(reader.bytes(32));
  const previous = { transactionId, index: reader.uint32() };
  const script = readPart(reader);
  reader.bytes(4);
  return { previous, script };
}

function readOutput(reader: ByteReader): BitcoinOutput {
  const amount = reader.uint64();
  if (amount > MOST_UNITS) throw new RangeError('an output is larger than all coins');
  return { amount, script: readPart(reader) };
}

function readPart(reader: ByteReader): Uint8Array {
  return reader.bytes(reader.size());
}
