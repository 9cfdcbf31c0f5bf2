import { createECDH } from 'node:crypto';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import { endpointOf, type PushServices } from './endpoint.ts';

const P256DH_BYTES = 65;
const AUTH_BYTES = 16;

/** What a browser gave out, to be pushed to. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** What sends pushes knows of who is pushed to. */
export interface Pushable {
  /** Null: nobody is to be told there any more. Throws VaultError. */
  find(deviceId: string): Promise<Subscription | null>;
  delivered(deviceId: string): Promise<void>;
  remove(deviceId: string): Promise<void>;
}

/** A subscription that may be kept, with its name in the vault and how to find the same browser again. */
export interface KeptSubscription {
  readonly service: string;
  readonly sealed: Buffer;
  /** The newest first; a row has one of them. */
  readonly fingerprints: readonly Buffer[];
}

const place = (fingerprint: Buffer): string => `push_device:${fingerprint.toString('hex')}`;

/** Throws `push_endpoint_refused` and `push_keys_invalid`. */
export function sealSubscription(
  input: Subscription,
  services: PushServices,
  vault: Vault,
): KeptSubscription {
  const url = endpointOf(input.endpoint, services);
  if (url === null) throw new CallFailure('push_endpoint_refused', { field: 'endpoint' });
  const subscription: Subscription = { ...keysOf(input), endpoint: url.href };
  const fingerprints = vault.fingerprints('push_device', url.href);
  const sealed = vault.seal(place(fingerprints[0]), JSON.stringify(subscription));
  return { service: url.hostname, sealed, fingerprints };
}

/** Until the transaction ends nobody else turns pushes on for the same browser, who would meet the row it becomes. */
export async function holdBrowser(
  client: Pick<pg.ClientBase, 'query'>,
  { fingerprints }: KeptSubscription,
): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [place(fingerprints[0]!)]);
}

/** Throws VaultError. */
export function openSubscription(
  { fingerprint, sealed }: { readonly fingerprint: Buffer; readonly sealed: Buffer },
  vault: Vault,
): Subscription {
  return JSON.parse(vault.openText(place(fingerprint), sealed)) as Subscription;
}

/** Throws `push_keys_invalid` for what is no point of the curve, and no secret of that length. */
function keysOf({ p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>): Omit<Subscription, 'endpoint'> {
  const point = Buffer.from(p256dh, 'base64url');
  const secret = Buffer.from(auth, 'base64url');
  if (point.length !== P256DH_BYTES || secret.length !== AUTH_BYTES || !isPoint(point))
    throw new CallFailure('push_keys_invalid', { field: 'p256dh' });
  return { p256dh: point.toString('base64url'), auth: secret.toString('base64url') };
}

function isPoint(bytes: Buffer): boolean {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(bytes);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY') return false;
    throw error;
  }
}
