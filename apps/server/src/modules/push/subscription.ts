import { createECDH } from 'node:crypto';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import { endpointOf, type PushServices } from './endpoint.ts';

const P256DH_BYTES = 65;
const AUTH_BYTES = 16;

/** A browser's subscription, as it gave it out. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Looks up devices for the sender. */
export interface Pushable {
  /** Null: the device must get nothing more. Throws VaultError. */
  find(deviceId: string): Promise<Subscription | null>;
  delivered(deviceId: string): Promise<void>;
  remove(deviceId: string): Promise<void>;
}

/** A valid subscription, its name in the vault, and a key to find the same browser again. */
export interface KeptSubscription {
  readonly service: string;
  readonly sealed: Buffer;
  /** Newest first; each browser has one row. */
  readonly fingerprints: readonly Buffer[];
}

/** What a sealed subscription belongs to. */
export const place = (fingerprint: Buffer): string => `push_device:${fingerprint.toString('hex')}`;

/** By which a browser is found again; newest key first. */
export function browserPrints(vault: Vault, endpoint: string): readonly [Buffer, ...Buffer[]] {
  return vault.fingerprints('push_device', endpoint);
}

/** Throws `push_endpoint_refused` and `push_keys_invalid`. */
export function sealSubscription(
  input: Subscription,
  services: PushServices,
  vault: Vault,
): KeptSubscription {
  const url = endpointOf(input.endpoint, services);
  if (url === null) throw new CallFailure('push_endpoint_refused', { field: 'endpoint' });
  const subscription: Subscription = { ...keysOf(input), endpoint: url.href };
  const fingerprints = browserPrints(vault, url.href);
  const sealed = vault.seal(place(fingerprints[0]), JSON.stringify(subscription));
  return { service: url.hostname, sealed, fingerprints };
}

/** Locks the browser until the transaction ends, so that nobody else can subscribe it meanwhile. */
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

/** Throws `push_keys_invalid` for an invalid curve point or a secret of the wrong length. */
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
