import { hkdfSync } from 'node:crypto';
import type pg from 'pg';
import { makeKeyFile, readKeyFile } from '../config/key-file.ts';
import { SettingsError, type Settings } from '../config/settings.ts';
import { insertRow } from '../database/rows.ts';
import { inTransaction } from '../database/transaction.ts';
import { Signer } from '../transparency-log/signer.ts';
import { listKeys } from '../transparency-log/store.ts';

type KeyName = 'SECRET_KEY' | 'DATA_KEY' | 'PRICE_LOG_KEY';

/** Where a demo keeps those that no setting names. */
const FILES: Readonly<Record<KeyName, string>> = {
  SECRET_KEY: 'secret-key',
  DATA_KEY: 'data-key',
  PRICE_LOG_KEY: 'price-log-key',
};
const FINGERPRINT_BYTES = 16;

export interface KeysOptions {
  readonly settings: Pick<Settings, KeyName | 'PRICE_LOG_ORIGIN' | 'DATA_DIR'>;
  readonly pool: pg.Pool;
  readonly now: () => number;
  /** Whether this process runs everything. One of several must be given the keys that the others have. */
  readonly alone: boolean;
}

/** 32 bytes each; of several the newest first. */
export interface Keys {
  readonly secret: Buffer;
  readonly dataKeys: readonly Buffer[];
  /** Ed25519 seeds. */
  readonly logKeys: readonly Buffer[];
}

/**
 * The keys of the settings or of files in DATA_DIR, held against those that the database was made with. Of a database that
 * knows none, a process that is alone makes files.
 *
 * @throws SettingsError if a key is missing or another one than before
 */
export function openKeys({ settings, pool, now, alone }: KeysOptions): Promise<Keys> {
  const { DATA_DIR: dataDir, PRICE_LOG_ORIGIN: origin } = settings;
  return inTransaction(pool, async client => {
    // Of several processes that start at once the first decides.
    await client.query('lock table known_keys in exclusive mode');
    const given = async (name: KeyName, isNew: boolean): Promise<readonly Buffer[]> => {
      const setting = settings[name];
      if (setting !== null) return [setting].flat().map(key => Buffer.from(key, 'hex'));
      const file = await readKeyFile(dataDir, FILES[name]);
      if (file !== null) return [file];
      if (!isNew)
        throw wrong(
          name,
          `must be the one that this database was begun with: ${FILES[name]} is not in DATA_DIR`,
        );
      if (!alone) throw wrong(name, 'must be given: one process of several makes no keys of its own');
      return [await makeKeyFile(dataDir, FILES[name])];
    };
    const known = async (name: 'SECRET_KEY' | 'DATA_KEY', use: 'secret' | 'data') => {
      const { rows } = await client.query<{ fingerprint: string }>(
        `select encode(fingerprint, 'hex') as fingerprint from known_keys where use = $1`,
        [use],
      );
      const keys = await given(name, rows.length === 0);
      const prints = keys.map(key => fingerprintOf(use, key));
      const missing = rows.find(({ fingerprint }) => !prints.includes(fingerprint))?.fingerprint;
      if (missing !== undefined) throw wrong(name, missingText(use, missing));
      // At the first start any of them may have sealed something; later only one that comes first seals.
      for (const print of rows.length === 0 ? prints : prints.slice(0, 1)) {
        if (rows.some(({ fingerprint }) => fingerprint === print)) continue;
        const row = { use, fingerprint: Buffer.from(print, 'hex'), firstSeenAtMs: now() };
        await insertRow(client, 'known_keys', row);
      }
      return keys;
    };
    const [secret] = await known('SECRET_KEY', 'secret');
    const dataKeys = await known('DATA_KEY', 'data');
    const signing = await listKeys(client, origin);
    const logKeys = await given('PRICE_LOG_KEY', signing.length === 0);
    const newest = signing.filter(key => key.first_size === signing[0]?.first_size);
    const isOurs = new Signer(origin, logKeys).keys.some(({ publicKey }) =>
      newest.some(key => key.public_key.equals(publicKey)),
    );
    if (signing.length > 0 && !isOurs) {
      const ids = newest.map(key => key.key_id).join(' or ');
      const text = `lacks the key ${ids}, which has signed ${origin} last: apps would not believe another one without it`;
      throw wrong('PRICE_LOG_KEY', text);
    }
    return { secret: secret!, dataKeys, logKeys };
  });
}

/** Of what an own use of the key is derived from, so that it says nothing of other uses. */
function fingerprintOf(use: string, key: Buffer): string {
  const print = hkdfSync('sha256', key, '', `tallystick known key ${use}`, FINGERPRINT_BYTES);
  return Buffer.from(print).toString('hex');
}

function missingText(use: 'secret' | 'data', fingerprint: string): string {
  const why =
    use === 'secret'
      ? 'is another one than before, or than other processes have: codes and quotes that they gave out would not hold'
      : 'lacks a key under which data of this database are sealed: put it behind the new one, with a comma between';
  return `${why}. If that is meant, delete the row ${fingerprint} of known_keys`;
}

function wrong(name: KeyName, why: string): SettingsError {
  return new SettingsError('These settings are wrong:', [`${name} ${why}`]);
}
