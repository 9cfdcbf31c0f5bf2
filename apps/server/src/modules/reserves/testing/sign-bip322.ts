import { bytesToHex } from '@noble/hashes/utils.js';
import { RawWitness, Transaction } from '@scure/btc-signer';
import { hash256 } from '@tallystick/verify/reserves/bitcoin-bytes';
import { toSpend } from '@tallystick/verify/reserves/bip322';

const RETURN = Uint8Array.of(0x6a);

/** Signs a message as wallets do (BIP-322, simple): as the input of a transaction, by their library for transactions. */
export function signBip322(key: Uint8Array, script: Uint8Array, message: string): string {
  const spent = hash256(toSpend(message, script)).toReversed();
  const transaction = new Transaction({ version: 0, allowUnknownOutputs: true });
  transaction.addInput({
    txid: bytesToHex(spent),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
  });
  transaction.addOutput({ script: RETURN, amount: 0n });
  transaction.sign(key);
  transaction.finalize();
  const witness = transaction.getInput(0).finalScriptWitness!;
  return Buffer.from(RawWitness.encode(witness)).toString('base64');
}
