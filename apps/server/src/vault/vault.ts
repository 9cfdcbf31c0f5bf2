import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const FORMAT = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCE_AT = 1 + KEY_ID_BYTES;
const TAG_AT = NONCE_AT + NONCE_BYTES;
const TEXT_AT = TAG_AT + TAG_BYTES;

/** Sealed bytes that cannot be opened: changed, moved to another place, or sealed with an unknown key. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}

interface DataKey {
  readonly id: Buffer;
  readonly sealing: Buffer;
  readonly printing: Buffer;
}

/**
 * Encrypts what must be unreadable in the database: AES-256-GCM with a fresh nonce, so that equal texts differ and
 * changes are detected. The context names the value's place, such as `bank_card:17:number`: a sealed value copied into
 * another row or column does not open there.
 *
 * Sealed bytes: format (1) · key id (4) · nonce (12) · tag (16) · ciphertext. The first key seals, all open: to change
 * keys, put the new one first. Random nonces allow 2^32 values per key (NIST SP 800-38D, 8.3).
 */
export class Vault {
  readonly #keys: readonly DataKey[];
  readonly #newest: DataKey;

  /** @param keys 32 bytes each, newest first. */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = keys.map(dataKey);
    const [newest] = this.#keys;
    if (newest === undefined) throw new RangeError('a vault needs a key');
    this.#newest = newest;
  }

  /** Ids of the keys as sealed bytes begin with them, newest first. */
  get keyIds(): readonly Buffer[] {
    return this.#keys.map(({ id }) => id);
  }

  /** Whether the key that seals now has sealed these bytes. */
  isNewest(sealed: Buffer): boolean {
    return sealed[0] === FORMAT && keyIdOf(sealed).equals(this.#newest.id);
  }

  seal(context: string, value: Uint8Array | string): Buffer {
    const { id, sealing } = this.#newest;
    const nonce = randomBytes(NONCE_BYTES);
    const header = headerOf(id);
    const cipher = createCipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.concat([header, Buffer.from(context, 'utf8')]));
    const text = Buffer.concat([cipher.update(value), cipher.final()]);
    return Buffer.concat([header, nonce, cipher.getAuthTag(), text]);
  }

  /** @throws VaultError */
  open(context: string, sealed: Uint8Array): Buffer {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (bytes.length < TEXT_AT || bytes[0] !== FORMAT) throw new VaultError('this was not sealed here');
    const id = keyIdOf(bytes);
    const key = this.#keys.find(one => one.id.equals(id));
    if (key === undefined)
      throw new VaultError(`sealed under the key ${id.toString('hex')}, which is not given`);
    const decipher = createDecipheriv('aes-256-gcm', key.sealing, bytes.subarray(NONCE_AT, TAG_AT), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.concat([bytes.subarray(0, NONCE_AT), Buffer.from(context, 'utf8')]));
    decipher.setAuthTag(bytes.subarray(TAG_AT, TEXT_AT));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(TEXT_AT)), decipher.final()]);
    } catch (cause) {
      throw new VaultError('changed since it was sealed, or sealed for another place', { cause });
    }
  }

  /** `open` for what was sealed as text. @throws VaultError */
  openText(context: string, sealed: Uint8Array): string {
    return this.open(context, sealed).toString('utf8');
  }

  /**
   * Keyed fingerprints (HMAC-SHA-256) of a value, for finding an equal one among sealed ones: one per key, newest
   * first. Store the first; search for all of them, because older rows have fingerprints of older keys.
   */
  fingerprints(context: string, value: string): readonly [newest: Buffer, ...older: Buffer[]] {
    const print = (key: DataKey): Buffer =>
      // The length separates context and value.
      createHmac('sha256', key.printing).update(`${context.length}:${context}${value}`).digest();
    return [print(this.#newest), ...this.#keys.slice(1).map(print)];
  }
}

/** Which key has sealed these bytes. */
export function keyIdOf(sealed: Buffer): Buffer {
  return sealed.subarray(1, NONCE_AT);
}

/** How sealed bytes under that key begin. */
export function headerOf(keyId: Buffer): Buffer {
  return Buffer.concat([Buffer.of(FORMAT), keyId]);
}

/** By which sealed bytes name this key. */
export function idOfKey(key: Uint8Array): Buffer {
  return dataKey(key).id;
}

/** A separate key for each use (RFC 5869), so that no use can weaken another. */
function dataKey(key: Uint8Array): DataKey {
  if (key.length !== 32) throw new RangeError('a data key is 32 bytes');
  const derive = (use: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, '', `tallystick vault ${use}`, bytes));
  return { id: derive('id', KEY_ID_BYTES), sealing: derive('seal', 32), printing: derive('fingerprint', 32) };
}
