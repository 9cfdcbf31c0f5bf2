import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a test may deliberately do wrong. */
export interface Spoil {
  readonly origin?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  /** No finger, face or PIN was asked for. */
  readonly unverified?: boolean;
  /** A counter that the test chooses. */
  readonly counter?: number;
  readonly signature?: Buffer;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

/** An authenticator in software: one ES256 key, as in a phone (WebAuthn, section 6). */
export class SoftwareKey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #rpId: string;
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    this.#rpId = new URL(origin).hostname;
  }

  /** The browser's answer to the options for adding a passkey, as JSON text. */
  create(options: Readonly<Record<string, unknown>>, spoil: Spoil = {}): string {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x ?? '', 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y ?? '', 'base64url'))],
      ]),
    );
    const credentialId = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(Buffer.concat([this.#authData(ATTESTED, spoil), attested]))],
      ]) as never,
    );
    return JSON.stringify({
      ...this.#head(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, spoil).toString('base64url'),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal'],
      },
    });
  }

  /** The browser's answer to the options for logging in, as JSON text. */
  get(options: Readonly<Record<string, unknown>>, spoil: Spoil = {}): string {
    this.#counter = spoil.counter ?? this.#counter + 1;
    const clientData = this.#clientData('webauthn.get', options, spoil);
    const authenticatorData = this.#authData(0, spoil);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    const signature = spoil.signature ?? createSign('sha256').update(signed).sign(this.#keys.privateKey);
    return JSON.stringify({
      ...this.#head(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    });
  }

  #head() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} };
  }

  #clientData(type: string, options: Readonly<Record<string, unknown>>, spoil: Spoil): Buffer {
    const challenge = spoil.challenge ?? options['challenge'];
    return Buffer.from(JSON.stringify({ type, challenge, origin: spoil.origin ?? this.#origin }));
  }

  #authData(flags: number, spoil: Spoil): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([
      createHash('sha256')
        .update(spoil.rpId ?? this.#rpId)
        .digest(),
      Buffer.of(flags | USER_PRESENT | (spoil.unverified === true ? 0 : USER_VERIFIED)),
      counter,
    ]);
  }
}
