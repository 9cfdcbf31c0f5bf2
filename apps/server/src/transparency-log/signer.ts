import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import type { EntryKind } from './source.ts';

/** DER of an Ed25519 private key before its 32 bytes (RFC 8410, 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const ALGORITHM = Buffer.of(0x0a, 0x01);

export interface PublicKey {
  /** Eight hex digits: the start of SHA-256(name ‖ 0x0a ‖ 0x01 ‖ public key). */
  readonly keyId: string;
  /** 32 bytes. */
  readonly publicKey: Buffer;
}

export interface SignedCheckpoint {
  readonly size: number;
  readonly root: Buffer;
  /** Of entry `size`. */
  readonly headHash: Buffer;
  /** Of the journal: the last command that is covered. */
  readonly sequence: number | null;
  readonly atMs: number;
  readonly note: string;
}

/**
 * Signs checkpoints as notes (C2SP signed-note and tlog-checkpoint) under the log's name, with every key given: during
 * a change of keys, clients that know only the old or only the new one both find their signature.
 */
export class Signer {
  readonly origin: string;
  readonly keys: readonly PublicKey[];
  readonly #secrets: readonly KeyObject[];

  /** @param seeds 32 bytes each, newest first. */
  constructor(origin: string, seeds: readonly Buffer[], isElsewhere = false) {
    if (seeds.length === 0 && !isElsewhere) throw new RangeError('a log needs a key');
    this.origin = origin;
    this.#secrets = seeds.map(seed => {
      if (seed.length !== 32) throw new RangeError('a key of a log is 32 bytes');
      return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
    });
    this.keys = this.#secrets.map(secret => {
      const der = createPublicKey(secret).export({ format: 'der', type: 'spki' });
      const publicKey = der.subarray(der.length - 32);
      const digest = createHash('sha256').update(origin).update(ALGORITHM).update(publicKey).digest();
      return { keyId: digest.toString('hex', 0, 4), publicKey };
    });
  }

  /** Of a log that another process signs: this one has its name and no key, and its notes throw. */
  static elsewhere(origin: string): Signer {
    return new Signer(origin, [], true);
  }

  sign(kind: EntryKind, head: Omit<SignedCheckpoint, 'note'>): SignedCheckpoint {
    const covered = head.sequence === null ? '' : ` ${head.sequence}`;
    const text = [
      this.origin,
      head.size,
      head.root.toString('base64'),
      `${kind} ${head.headHash.toString('hex')}${covered}`,
      `time ${head.atMs}`,
      '',
    ].join('\n');
    return { ...head, note: this.note(text) };
  }

  /** A text that ends in a line break as a note, signed with every key. The same text gives the same note. */
  note(text: string): string {
    if (this.#secrets.length === 0) throw new Error(`the key of ${this.origin} is another process’s`);
    const lines = this.#secrets.map((secret, i) => {
      const signature = sign(null, Buffer.from(text, 'utf8'), secret);
      const keyId = Buffer.from(this.keys[i]!.keyId, 'hex');
      return `— ${this.origin} ${Buffer.concat([keyId, signature]).toString('base64')}\n`;
    });
    return `${text}\n${lines.join('')}`;
  }
}
