import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import type { BitcoinNetworkParameters } from '../addresses/bitcoin-networks.ts';
import { addressOfScript } from '../addresses/bitcoin-script.ts';
import { hash160 } from '../addresses/encodings.ts';
import { hashTwice } from '../bitcoin/transaction.ts';
import { isWitnessKey } from './bitcoin-coins.ts';
import type { Deviation, DraftLimits, SignedFile } from './custody-chain.ts';
import { deviation, refused } from './signed-file.ts';

const hex = z.string().regex(/^([0-9a-f]{2})*$/);
const satoshi = z.string().regex(/^\d{1,19}$/);
const index = z.int().min(0).max(0xffff_ffff);

/** A transaction as it is kept; the signer gets it as a PSBT (BIP-174). */
export const bitcoinUnsigned = z.strictObject({
  inputs: z
    .array(
      z.strictObject({
        transaction_id: z.string().regex(/^[0-9a-f]{64}$/),
        index,
        amount: satoshi,
        script: hex,
        /** Which key signs: fingerprint of the account and child; null: the hot address's own. */
        key: z.strictObject({ fingerprint: index, path: z.array(index), public_key: hex }).nullable(),
        /** The whole transaction it spends from, where the signer needs it to know the amount. */
        previous: hex.nullable(),
      }),
    )
    .min(1),
  outputs: z.array(z.strictObject({ script: hex, address: z.string(), amount: satoshi })).min(1),
  fee: satoshi,
  rate: satoshi,
  /** What it does, in words. */
  reads: z.array(z.string()),
});
export type BitcoinUnsigned = Readonly<z.output<typeof bitcoinUnsigned>>;
type Input = BitcoinUnsigned['inputs'][number];

/** BIP-125: may be replaced. */
export const REPLACEABLE = 0xffff_fffd;
const VERSION = 2;
const ALL = 0x01;

/** The PSBT for the signer, in base64. */
export async function psbtOf(unsigned: BitcoinUnsigned): Promise<string> {
  const transaction = await transactionOf(unsigned);
  return Buffer.from(transaction.toPSBT(0)).toString('base64');
}

async function transactionOf(unsigned: BitcoinUnsigned) {
  const { Transaction } = await import('@scure/btc-signer');
  const transaction = new Transaction({ version: VERSION, lockTime: 0, allowUnknownOutputs: true });
  for (const input of unsigned.inputs) {
    const script = hexToBytes(input.script);
    const amount = BigInt(input.amount);
    transaction.addInput({
      txid: hexToBytes(input.transaction_id),
      index: input.index,
      sequence: REPLACEABLE,
      ...(isWitnessKey(script) ? { witnessUtxo: { script, amount } } : {}),
      ...(input.previous === null ? {} : { nonWitnessUtxo: hexToBytes(input.previous) }),
      ...(input.key === null
        ? {}
        : {
            bip32Derivation: [
              [
                hexToBytes(input.key.public_key),
                { fingerprint: input.key.fingerprint, path: input.key.path },
              ],
            ],
          }),
    });
  }
  for (const output of unsigned.outputs) {
    transaction.addOutput({ script: hexToBytes(output.script), amount: BigInt(output.amount) });
  }
  return transaction;
}

/**
 * Compares a signed transaction with what was asked for: the same inputs, outputs, amounts and lock time, still
 * replaceable, the fee below the ceiling, and every input signed by the key it pays, for all of the transaction.
 * @param content a PSBT in base64, finalised or not, or the raw transaction in hexadecimal digits
 */
export async function checkBitcoinSigned(
  asked: BitcoinUnsigned,
  content: string,
  network: BitcoinNetworkParameters,
  { feeCeiling }: DraftLimits,
): Promise<SignedFile> {
  const found = await readSigned(content);
  if (found === null) return refused([deviation(0, 'unreadable', 'a signed PSBT', '')]);
  const deviations: Deviation[] = [];
  const compare = (code: Deviation['code'], expected: string, is: string): void => {
    if (expected !== is) deviations.push(deviation(0, code, expected, is));
  };
  compare('type', `version ${VERSION}, lock time 0`, `version ${found.version}, lock time ${found.lockTime}`);
  compare('inputs', asked.inputs.map(nameOf).join(), found.inputs.map(nameOf).join());
  if (found.inputs.some(input => input.sequence !== REPLACEABLE)) {
    deviations.push(
      deviation(0, 'replaceable', String(REPLACEABLE), found.inputs.map(one => one.sequence).join()),
    );
  }
  compare('outputs', String(asked.outputs.length), String(found.outputs.length));
  for (const [place, output] of asked.outputs.entries()) {
    const is = found.outputs[place];
    if (is === undefined) continue;
    const shown = addressOfScript(is.script, network) ?? bytesToHex(is.script);
    if (bytesToHex(is.script) !== output.script) compare('recipient', output.address, shown);
    compare('amount', output.amount, String(is.amount));
  }
  const spent = asked.inputs.reduce((sum, input) => sum + BigInt(input.amount), 0n);
  const fee = found.outputs.reduce((left, output) => left - output.amount, spent);
  if (fee > feeCeiling || fee < 0n) {
    deviations.push(deviation(0, 'fee_above_ceiling', String(feeCeiling), String(fee)));
  }
  if (deviations.length === 0) {
    for (const [place, input] of asked.inputs.entries()) {
      if (await isSignedBy(asked, place, found.inputs[place]!)) continue;
      deviations.push(deviation(0, 'signer', addressOfScript(hexToBytes(input.script), network) ?? '', ''));
    }
  }
  if (deviations.length > 0) return refused(deviations);
  return { transactions: [{ transactionId: found.id, raw: found.raw }], deviations };
}

interface Found {
  readonly id: string;
  readonly raw: string;
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly FoundInput[];
  readonly outputs: readonly { readonly script: Uint8Array; readonly amount: bigint }[];
}

interface FoundInput {
  readonly transaction_id: string;
  readonly index: number;
  readonly sequence: number;
  readonly script: Uint8Array;
  readonly witness: readonly Uint8Array[];
}

/** Null: it is neither, or not signed. */
async function readSigned(content: string): Promise<Found | null> {
  const { RawTx, Transaction } = await import('@scure/btc-signer');
  const text = content.trim();
  const options = { allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true };
  try {
    let raw: Uint8Array;
    if (/^([0-9a-f]{2})+$/i.test(text)) raw = hexToBytes(text.toLowerCase());
    else {
      const transaction = Transaction.fromPSBT(Buffer.from(text, 'base64'), options);
      if (!transaction.isFinal) transaction.finalize();
      raw = transaction.extract();
    }
    const read = RawTx.decode(raw);
    const same = Buffer.from(RawTx.encode(read)).equals(Buffer.from(raw));
    if (!same) return null;
    return {
      id: Transaction.fromRaw(raw, options).id,
      raw: bytesToHex(raw),
      version: read.version,
      lockTime: read.lockTime,
      inputs: read.inputs.map((input, place) => ({
        transaction_id: bytesToHex(input.txid),
        index: input.index,
        sequence: input.sequence,
        script: input.finalScriptSig,
        witness: read.witnesses?.[place] ?? [],
      })),
      outputs: read.outputs.map(({ script, amount }) => ({ script, amount })),
    };
  } catch {
    // The library tells only by throwing that it is neither, or that a signature is missing.
    return null;
  }
}

/** Whether the input is unlocked by the key its script names, with a signature over the whole transaction. */
async function isSignedBy(asked: BitcoinUnsigned, place: number, found: FoundInput): Promise<boolean> {
  const input = asked.inputs[place]!;
  const script = hexToBytes(input.script);
  const isSegwit = isWitnessKey(script);
  const [signature, key, ...more] = isSegwit ? found.witness : pushesOf(found.script);
  if (signature === undefined || key === undefined || more.length > 0) return false;
  if (isSegwit ? found.script.length > 0 : found.witness.length > 0) return false;
  const keyHash = isSegwit ? script.subarray(2) : script.subarray(3, 23);
  if (!Buffer.from(hash160(key)).equals(Buffer.from(keyHash))) return false;
  if (signature.at(-1) !== ALL) return false;
  const payToKey = Uint8Array.from([0x76, 0xa9, 20, ...keyHash, 0x88, 0xac]);
  const digest = isSegwit
    ? (await transactionOf(asked)).preimageWitnessV0(place, payToKey, ALL, BigInt(input.amount))
    : await legacyDigest(asked, place, payToKey);
  try {
    return secp256k1.verify(signature.subarray(0, -1), digest, key, {
      prehash: false,
      format: 'der',
      lowS: true,
    });
  } catch {
    // No signature or no key at all.
    return false;
  }
}

/** What a signature of a P2PKH input covers: the transaction with that input's script, and the kind of hash. */
async function legacyDigest(asked: BitcoinUnsigned, place: number, script: Uint8Array): Promise<Uint8Array> {
  const { RawOldTx } = await import('@scure/btc-signer/script.js');
  const bytes = RawOldTx.encode({
    version: VERSION,
    lockTime: 0,
    inputs: asked.inputs.map((input, at) => ({
      txid: hexToBytes(input.transaction_id),
      index: input.index,
      finalScriptSig: at === place ? script : new Uint8Array(),
      sequence: REPLACEABLE,
    })),
    outputs: asked.outputs.map(output => ({
      amount: BigInt(output.amount),
      script: hexToBytes(output.script),
    })),
  });
  return hashTwice(bytes, Uint8Array.from([ALL, 0, 0, 0]));
}

/** What a script of two short pushes pushes; fewer, or more than that: it is another script. */
function pushesOf(script: Uint8Array): Uint8Array[] {
  const pushes: Uint8Array[] = [];
  for (let at = 0; at < script.length;) {
    const size = script[at]!;
    if (size === 0 || size > 75 || at + 1 + size > script.length) return [];
    pushes.push(script.subarray(at + 1, at + 1 + size));
    at += 1 + size;
  }
  return pushes;
}

function nameOf({ transaction_id: id, index: at }: Pick<Input, 'transaction_id' | 'index'>): string {
  return `${id}:${at}`;
}
