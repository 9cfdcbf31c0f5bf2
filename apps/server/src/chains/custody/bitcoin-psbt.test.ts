import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { p2pkh, p2wpkh, Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { BITCOIN_MAIN } from '../addresses/bitcoin-networks.ts';
import { addressOfScript } from '../addresses/bitcoin-script.ts';
import { checkBitcoinSigned, psbtOf, REPLACEABLE, type BitcoinUnsigned } from './bitcoin-psbt.ts';

const HOT = new Uint8Array(32).fill(1);
const DEPOSIT = new Uint8Array(32).fill(2);
const STRANGER = new Uint8Array(32).fill(3);
const keyOf = (secret: Uint8Array) => secp256k1.getPublicKey(secret);
const hot = p2wpkh(keyOf(HOT)).script;
const legacy = p2pkh(keyOf(DEPOSIT)).script;
const elsewhere = p2wpkh(keyOf(STRANGER)).script;
const LIMITS = { feeCeiling: 10_000n };

/** A transaction that pays the legacy address, whose whole bytes a signer needs. */
function previous(): Transaction {
  const paying = new Transaction({ allowUnknownOutputs: true });
  paying.addOutput({ script: legacy, amount: 60_000n });
  paying.addInput({ txid: new Uint8Array(32).fill(9), index: 0, finalScriptSig: new Uint8Array([0]) });
  return paying;
}

const asked: BitcoinUnsigned = {
  inputs: [
    {
      transaction_id: '11'.repeat(32),
      index: 3,
      amount: '50000',
      script: bytesToHex(hot),
      key: null,
      previous: null,
    },
    {
      transaction_id: previous().id,
      index: 0,
      amount: '60000',
      script: bytesToHex(legacy),
      key: { fingerprint: 0xd34d_b33f, path: [0, 7], public_key: bytesToHex(keyOf(DEPOSIT)) },
      previous: bytesToHex(previous().toBytes(true, false)),
    },
  ],
  outputs: [
    { script: bytesToHex(elsewhere), address: addressOfScript(elsewhere, BITCOIN_MAIN)!, amount: '70000' },
    { script: bytesToHex(hot), address: addressOfScript(hot, BITCOIN_MAIN)!, amount: '39000' },
  ],
  fee: '1000',
  rate: '4',
  reads: [],
};

/** What a signer makes of a file. */
async function signed(file: BitcoinUnsigned, keys = [HOT, DEPOSIT], final = true): Promise<string> {
  const transaction = Transaction.fromPSBT(Buffer.from(await psbtOf(file), 'base64'));
  for (const key of keys) transaction.sign(key);
  if (final) transaction.finalize();
  return Buffer.from(transaction.toPSBT(0)).toString('base64');
}

const check = (content: string) => checkBitcoinSigned(asked, content, BITCOIN_MAIN, LIMITS);
const codes = async (content: string) => (await check(content)).deviations.map(one => one.code);

const changed = (change: Partial<BitcoinUnsigned>): BitcoinUnsigned => ({ ...asked, ...change });
const output = (place: number, change: object) =>
  changed({ outputs: asked.outputs.map((one, at) => (at === place ? { ...one, ...change } : one)) });

describe('the file for the signer', () => {
  it('has amounts, keys, and is replaceable', async () => {
    const read = Transaction.fromPSBT(Buffer.from(await psbtOf(asked), 'base64'));
    expect(read.getInput(0)).toMatchObject({ sequence: REPLACEABLE, witnessUtxo: { amount: 50_000n } });
    const { bip32Derivation, nonWitnessUtxo } = read.getInput(1);
    expect(bip32Derivation?.[0]?.[1]).toEqual({ fingerprint: 0xd34d_b33f, path: [0, 7] });
    expect(nonWitnessUtxo?.outputs[0]?.amount).toBe(60_000n);
    expect(read.getOutput(1).amount).toBe(39_000n);
  });
});

describe('what comes back', () => {
  it('is taken as a PSBT, finalised or not, and as a raw transaction', async () => {
    const psbt = await signed(asked);
    const raw = Transaction.fromPSBT(Buffer.from(psbt, 'base64')).extract();
    const whole = await check(psbt);
    expect(whole).toEqual({
      transactions: [{ transactionId: Transaction.fromRaw(raw).id, raw: bytesToHex(raw) }],
      deviations: [],
    });
    expect(await check(await signed(asked, [HOT, DEPOSIT], false))).toEqual(whole);
    expect(await check(`${bytesToHex(raw).toUpperCase()}\n`)).toEqual(whole);
  });

  it.each<[string, string[], BitcoinUnsigned]>([
    ['another amount', ['amount'], output(0, { amount: '70001' })],
    ['less change', ['amount'], output(1, { amount: '38999' })],
    ['another recipient', ['recipient'], output(0, { script: bytesToHex(legacy) })],
    ['nothing for the change', ['outputs', 'fee_above_ceiling'], changed({ outputs: [asked.outputs[0]!] })],
    [
      'one more output',
      ['outputs'],
      changed({ outputs: [...asked.outputs, { ...asked.outputs[0]!, amount: '600' }] }),
    ],
    [
      'outputs in another order',
      ['recipient', 'amount', 'recipient', 'amount'],
      changed({ outputs: asked.outputs.toReversed() }),
    ],
    ['another fee', ['amount', 'fee_above_ceiling'], output(1, { amount: '20000' })],
    ['inputs in another order', ['inputs'], changed({ inputs: asked.inputs.toReversed() })],
  ])('with %s is refused', async (_what, expected, file) => {
    expect(await codes(await signed(file))).toEqual(expected);
  });

  it('spending something else is refused', async () => {
    const [first, second] = asked.inputs;
    const file = changed({ inputs: [{ ...first!, index: 4 }, second!] });
    expect(await codes(await signed(file))).toEqual(['inputs']);
  });

  it('that could not be replaced is refused', async () => {
    const transaction = Transaction.fromPSBT(Buffer.from(await psbtOf(asked), 'base64'));
    transaction.updateInput(0, { sequence: 0xffff_ffff });
    for (const key of [HOT, DEPOSIT]) transaction.sign(key);
    transaction.finalize();
    expect(await codes(Buffer.from(transaction.toPSBT(0)).toString('base64'))).toEqual(['replaceable']);
  });

  it('signed by another key, for a part only, or with a damaged signature is refused', async () => {
    const raw = Transaction.fromPSBT(Buffer.from(await signed(asked), 'base64')).extract();
    for (const [where, damage] of [
      ['signature of the segwit input', 75],
      ['signature of the legacy input', 215],
    ] as const) {
      const damaged = Uint8Array.from(raw);
      damaged[damage]! ^= 1;
      expect([where, (await check(bytesToHex(damaged))).transactions]).toEqual([where, []]);
    }
    const other = p2wpkh(keyOf(STRANGER));
    const [first, second] = asked.inputs;
    const file = changed({ inputs: [{ ...first!, script: bytesToHex(other.script) }, second!] });
    expect(await codes(await signed(file, [STRANGER, DEPOSIT]))).toEqual(['signer']);
    const part = Transaction.fromPSBT(Buffer.from(await psbtOf(asked), 'base64'));
    part.updateInput(0, { sighashType: 0x81 });
    part.sign(HOT, [0x81]);
    part.sign(DEPOSIT);
    part.finalize();
    expect(await codes(Buffer.from(part.toPSBT(0)).toString('base64'))).toEqual(['signer']);
  });

  it('that is not signed, or nothing at all, cannot be read', async () => {
    expect(await codes(await psbtOf(asked))).toEqual(['unreadable']);
    expect(await codes(await signed(asked, [HOT], false))).toEqual(['unreadable']);
    expect(await codes('')).toEqual(['unreadable']);
    expect(await codes('{"signed": []}')).toEqual(['unreadable']);
    expect(await codes(bytesToHex(hexToBytes('00ff')))).toEqual(['unreadable']);
  });
});
