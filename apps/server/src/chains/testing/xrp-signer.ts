import { encode, encodeForSigning } from 'ripple-binary-codec';
import { deriveAddress, deriveKeypair, sign } from 'ripple-keypairs';

type Fields = Readonly<Record<string, unknown>>;

/** What the operator's signer holds, and the server does not. */
export class XrpSigner {
  readonly address: string;
  readonly #keys: { readonly publicKey: string; readonly privateKey: string };

  /** @param seed `s…` for secp256k1, `sEd…` for ed25519. */
  constructor(seed: string) {
    this.#keys = deriveKeypair(seed);
    this.address = deriveAddress(this.#keys.publicKey);
  }

  /** Signs a file as it is, or as somebody has changed it. */
  sign(content: string, change: (fields: Fields, place: number) => Fields = fields => fields): string[] {
    const { transactions } = JSON.parse(content) as { transactions: { fields: Fields }[] };
    return transactions.map(({ fields }, place) => this.signOne(change(fields, place)));
  }

  signOne(fields: Fields): string {
    const { publicKey, privateKey } = this.#keys;
    const keyed = { ...fields, SigningPubKey: publicKey };
    return encode({ ...keyed, TxnSignature: sign(encodeForSigning(keyed), privateKey) });
  }
}
