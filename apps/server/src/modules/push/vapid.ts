import { createECDH } from 'node:crypto';
import type pg from 'pg';
import type { Vault } from '../../vault/vault.ts';
import { readState } from '../../database/server-state.ts';

const NAME = 'push-vapid-key';

export interface VapidKeys {
  /** Uncompressed P-256 point, base64url: what browsers subscribe with. */
  readonly publicKey: string;
  /** base64url */
  readonly privateKey: string;
}

/**
 * The server's key for push services (RFC 8292), created at the first start and stored sealed. Browsers subscribe with
 * it, so replacing it would end all their pushes.
 */
export async function readVapidKeys(pool: pg.Pool, vault: Vault): Promise<VapidKeys> {
  const known = await readState<string>(pool, NAME);
  if (known !== null) return keysOf(vault.open(NAME, Buffer.from(known, 'base64')));
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const sealed = vault.seal(NAME, padded(ecdh.getPrivateKey())).toString('base64');
  // Two servers may start at once: the first key stays.
  await pool.query('insert into server_state (name, value) values ($1, $2) on conflict (name) do nothing', [
    NAME,
    JSON.stringify(sealed),
  ]);
  return readVapidKeys(pool, vault);
}

/** Seals the key anew if it is sealed under an older one. True if it was. */
export async function resealVapidKey(db: Pick<pg.ClientBase, 'query'>, vault: Vault): Promise<boolean> {
  const known = await readState<string>(db, NAME);
  if (known === null) return false;
  const sealed = Buffer.from(known, 'base64');
  if (vault.isNewest(sealed)) return false;
  const again = vault.seal(NAME, vault.open(NAME, sealed)).toString('base64');
  const { rowCount } = await db.query('update server_state set value = $2 where name = $1 and value = $3', [
    NAME,
    JSON.stringify(again),
    JSON.stringify(known),
  ]);
  return rowCount === 1;
}

function keysOf(privateKey: Buffer): VapidKeys {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  return {
    publicKey: ecdh.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}

/** Restores leading zeros that the key's encoding drops. */
function padded(privateKey: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(32 - privateKey.length), privateKey]);
}
