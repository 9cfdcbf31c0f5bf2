import { setImmediate } from 'node:timers/promises';
import { ByteReader } from './byte-reader.ts';
import { asId, hashTwice, readNextTransaction, type BitcoinTransaction } from './transaction.ts';

export interface BitcoinBlock {
  readonly hash: string;
  readonly parentHash: string;
  readonly transactions: readonly BitcoinTransaction[];
}

const HEADER_BYTES = 80;
/** The smallest possible transaction. */
const SHORTEST = 10;
/** Thousands of transactions take tenths of a second; others get their turn after so many. */
export const TRANSACTIONS_AT_ONCE = 100;
/** OP_RETURN, 36 bytes, and the mark of a commitment to all witnesses (BIP-141). */
const COMMITMENT = Buffer.from('6a24aa21a9ed', 'hex');

/**
 * Reads a block from the bytes a node gives. All of it follows from its hash: the header has the root of its
 * transactions, whose first one has the root of the witnesses. So a node that alters a script, an amount or a witness
 * gives a block of another hash, or none at all. Whether that hash is on the chain is another question.
 *
 * What follows the last transaction of a Litecoin block (MWEB) is not read.
 *
 * @throws RangeError when it is no block, or its parts are not the ones it promises.
 */
export async function readBlock(bytes: Buffer): Promise<BitcoinBlock> {
  const reader = new ByteReader(bytes);
  const header = reader.bytes(HEADER_BYTES);
  const count = reader.count(SHORTEST);
  const transactions: BitcoinTransaction[] = [];
  while (transactions.length < count) {
    if (transactions.length % TRANSACTIONS_AT_ONCE === 0) await setImmediate();
    transactions.push(readNextTransaction(reader));
  }
  if (!merkleRoot(transactions.map(one => one.hash)).equals(header.subarray(36, 68))) {
    throw new RangeError('the transactions are not those of the block');
  }
  checkWitnesses(transactions);
  return {
    hash: asId(hashTwice(header)),
    parentHash: asId(header.subarray(4, 36)),
    transactions,
  };
}

function checkWitnesses(transactions: readonly BitcoinTransaction[]): void {
  const [coinbase, ...others] = transactions;
  if (coinbase?.isCoinbase !== true) throw new RangeError('the first transaction is no coinbase');
  const promise = coinbase.outputs.findLast(({ script }) => COMMITMENT.equals(script.subarray(0, 6)));
  if (promise === undefined) {
    const isBare = transactions.every(one => one.inputs.every(({ witness }) => witness.length === 0));
    if (!isBare) throw new RangeError('the block has witnesses it does not promise');
    return;
  }
  const [reserved, ...more] = coinbase.inputs[0]?.witness ?? [];
  if (reserved?.length !== 32 || more.length > 0) {
    throw new RangeError('the block comes without the witnesses it promises');
  }
  const root = merkleRoot([Buffer.alloc(32), ...others.map(one => one.witnessHash)]);
  if (!hashTwice(root, reserved).equals(promise.script.subarray(6, 38))) {
    throw new RangeError('the witnesses are not those of the block');
  }
}

/** @throws RangeError for a list with a repeated end, which has the root of the list without it (CVE-2012-2459). */
function merkleRoot(leaves: readonly Buffer[]): Buffer {
  let row = leaves;
  while (row.length > 1) {
    const above: Buffer[] = [];
    for (let at = 0; at < row.length; at += 2) {
      const left = row[at]!;
      const right = row[at + 1];
      if (right?.equals(left) === true) throw new RangeError('the block repeats its end');
      above.push(hashTwice(left, right ?? left));
    }
    row = above;
  }
  return row[0] ?? Buffer.alloc(32);
}
