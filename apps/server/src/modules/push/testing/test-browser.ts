import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

const RECORD_HEADER = 16 + 4 + 1;
const POINT_BYTES = 65;

/** The browser's side of Web Push: creates subscription keys and decrypts messages (RFC 8291, 8188). */
export class TestBrowser {
  readonly endpoint: string;
  readonly #ecdh: ECDH;
  readonly #auth = randomBytes(16);

  constructor(endpoint: string) {
    this.endpoint = endpoint;
    this.#ecdh = createECDH('prime256v1');
    this.#ecdh.generateKeys();
  }

  /** In the form `POST push/subscribe` takes. */
  get subscription(): { readonly endpoint: string; readonly p256dh: string; readonly auth: string } {
    return {
      endpoint: this.endpoint,
      p256dh: this.#ecdh.getPublicKey('base64url'),
      auth: this.#auth.toString('base64url'),
    };
  }

  /** Throws for messages not encrypted for this browser. */
  decrypt(body: Buffer): unknown {
    const salt = body.subarray(0, 16);
    const recordSize = body.readUInt32BE(16);
    const idLength = body[20] ?? 0;
    if (idLength !== POINT_BYTES || recordSize < 18) throw new Error('not aes128gcm of a Web Push');
    const serverKey = body.subarray(RECORD_HEADER, RECORD_HEADER + idLength);
    const record = body.subarray(RECORD_HEADER + idLength);
    if (record.length > recordSize) throw new Error('more than one record');

    const shared = this.#ecdh.computeSecret(serverKey);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#ecdh.getPublicKey(), serverKey]);
    const keyMaterial = Buffer.from(hkdfSync('sha256', shared, this.#auth, info, 32));
    const derive = (what: string, bytes: number): Buffer =>
      Buffer.from(hkdfSync('sha256', keyMaterial, salt, `Content-Encoding: ${what}\0`, bytes));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    // The last record ends in 2, followed by zeros.
    const end = padded.lastIndexOf(2);
    if (end === -1 || padded.subarray(end + 1).some(byte => byte !== 0)) throw new Error('no last record');
    return JSON.parse(padded.subarray(0, end).toString('utf8'));
  }
}
