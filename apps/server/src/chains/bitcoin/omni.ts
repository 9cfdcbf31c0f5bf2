import type { BitcoinOutput } from './transaction.ts';

const OP_RETURN = 0x6a;
const MARK = Buffer.from('omni', 'latin1');
/** The script of `1EXoDusjGwvnjZUyKkxZ4UHEf77z6A5S4P`, which the layer's older transactions pay. */
const EXODUS = Buffer.from('76a914946cb2e08075bcbaf157e47bcb67eb2b2339d24288ac', 'hex');

/**
 * Whether a transaction moves tokens of the Omni layer. The bitcoins it sends along only name the recipient: they are no
 * deposit of BTC, however many they are.
 */
export function isOmni(outputs: readonly BitcoinOutput[]): boolean {
  return outputs.some(({ script }) => EXODUS.equals(script) || isMarked(script));
}

/** OP_RETURN and a push that begins with the layer's mark (class C). */
function isMarked(script: Uint8Array): boolean {
  const [opcode, length = 0] = script;
  if (opcode !== OP_RETURN) return false;
  const from = length === 0x4c ? 3 : 2;
  return MARK.equals(script.subarray(from, from + MARK.length));
}
