import { createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto';
import { cosignatureBytes, cosignedMessage } from '@tallystick/verify/cosignature';
import { COSIGNATURE, keyIdOf, type NoteKey } from '@tallystick/verify/note';

/** DER of an Ed25519 private key before its 32 bytes (RFC 8410, 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;
const KEY_FILE = /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)\n?$/u;

/** A witness's key: what it signs is a cosignature (C2SP tlog-cosignature, Ed25519), nothing else. */
export class WitnessKey {
  readonly key: NoteKey;
  readonly #secret: KeyObject;
  readonly #seed: Buffer;

  private constructor(name: string, seed: Buffer) {
    this.#seed = seed;
    this.#secret = createPrivateKey({
      key: Buffer.concat([PKCS8_HEAD, seed]),
      format: 'der',
      type: 'pkcs8',
    });
    const der = createPublicKey(this.#secret).export({ format: 'der', type: 'spki' });
    this.key = { name, publicKey: der.toString('hex', der.length - SEED_BYTES) };
  }

  /** @param name an address without its scheme, such as `witness.example/w1` @throws RangeError for another */
  static create(name: string): WitnessKey {
    if (!/^[^\s+]+$/u.test(name)) throw new RangeError(`${name} is no name for a witness`);
    return new WitnessKey(name, randomBytes(SEED_BYTES));
  }

  /** Reads what `text` wrote. @throws RangeError if it is something else */
  static read(text: string): WitnessKey {
    const [, name = '', keyId, body = ''] = KEY_FILE.exec(text) ?? [];
    const bytes = Buffer.from(body, 'base64');
    if (bytes.length !== 1 + SEED_BYTES || bytes[0] !== COSIGNATURE)
      throw new RangeError('this is no key of a witness');
    const key = new WitnessKey(name, bytes.subarray(1));
    if (keyIdOf(key.key, COSIGNATURE) !== keyId) throw new RangeError('the key is not what its file says');
    return key;
  }

  /** For the key file: secret. */
  text(): string {
    const body = Buffer.concat([Buffer.of(COSIGNATURE), this.#seed]).toString('base64');
    return `PRIVATE+KEY+${this.key.name}+${keyIdOf(this.key, COSIGNATURE)}+${body}\n`;
  }

  /** The line of a note that cosigns a checkpoint's text at a time, in seconds since 1970. */
  cosign(text: string, seconds: number): string {
    const signature = sign(null, cosignedMessage(text, seconds), this.#secret);
    const id = Buffer.from(keyIdOf(this.key, COSIGNATURE), 'hex');
    const body = Buffer.concat([id, cosignatureBytes(seconds, signature)]);
    return `— ${this.key.name} ${body.toString('base64')}\n`;
  }
}
