import { hkdfSync } from 'node:crypto';
import type pg from 'pg';
import { makeKeyFile, readKeyFile } from '../config/key-file.ts';
import { SettingsError, type Settings } from '../config/settings.ts';
import type { Queries } from '../database/rows.ts';
import { inTransaction } from '../database/transaction.ts';
import { idOfKey } from '../vault/vault.ts';

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
  /** False in a process whose logs another one signs: it has no key for them. */
  readonly signs?: boolean;
}

/** 32 bytes each; of several the newest first. */
export interface Keys {
  readonly secret: Buffer;
  readonly dataKeys: readonly Buffer[];
  /** Ed25519 seeds; none in a process that does not sign. */
  readonly logKeys: readonly Buffer[];
}

/** What a database knows of keys, and what follows from it. */
interface Use {
  readonly name: KeyName;
  /** In `known_keys`. */
  readonly use: string;
  /** Which of the known ones must be given. */
  readonly needs: 'all' | 'newest';
  /** Why, after the setting's name. */
  readonly lacking: string;
}

const usesOf = (origin: string): readonly [Use, Use, Use] => [
  {
    name: 'SECRET_KEY',
    use: 'secret',
    needs: 'all',
    lacking:
      'is another one than before, or than other processes have: codes and quotes that they gave out would not hold',
  },
  {
    name: 'DATA_KEY',
    use: 'data',
    needs: 'all',
    lacking:
      'lacks a key under which data of this database are sealed: put it behind the new one, with a comma between',
  },
  {
    name: 'PRICE_LOG_KEY',
    use: `price_log ${origin}`,
    needs: 'newest',
    lacking:
      'lacks the key that signs the log: put it behind the new one, with a comma between, or apps that know it raise the alarm',
  },
];

/**
 * The keys of the settings or of files in DATA_DIR, held against those that the database was made with. For a database that
 * knows none, a process that is alone makes files.
 *
 * @throws SettingsError if a key is missing or another one than before
 */
export function openKeys(options: KeysOptions): Promise<Keys> {
  return inTransaction(options.pool, async client => {
    // Of several processes that start at once the first decides.
    await client.query('lock table known_keys in exclusive mode');
    const keys: (readonly Buffer[])[] = [];
    const uses = usesOf(options.settings.PRICE_LOG_ORIGIN);
    for (const use of options.signs === false ? uses.filter(({ name }) => name !== 'PRICE_LOG_KEY') : uses)
      keys.push(await keysFor(client, use, options));
    const [[secret] = [], dataKeys = [], logKeys = []] = keys;
    return { secret: secret!, dataKeys, logKeys };
  });
}

async function keysFor(client: Queries, asked: Use, options: KeysOptions): Promise<readonly Buffer[]> {
  const { name, use, needs, lacking } = asked;
  const { rows } = await client.query<{ fingerprint: string }>(
    `select encode(fingerprint, 'hex') as fingerprint from known_keys where use = $1 order by number desc`,
    [use],
  );
  const known = rows.map(({ fingerprint }) => fingerprint);
  const keys = await given(name, known.length === 0, options);
  if (name === 'DATA_KEY') await refuseGivenUp(client, keys);
  const prints = keys.map(key => fingerprintOf(use, key));
  const missing = (needs === 'all' ? known : known.slice(0, 1)).find(print => !prints.includes(print));
  if (missing !== undefined) {
    throw wrong(name, `${lacking}. If that is meant, delete the row ${missing} of known_keys`);
  }
  // At the first start any of them may have sealed something; later only one that comes first is used.
  const used = known.length === 0 && needs === 'all' ? prints : prints.slice(0, 1);
  for (const print of used.filter(one => !known.includes(one))) {
    const fingerprint = Buffer.from(print, 'hex');
    await client.query('insert into known_keys (use, fingerprint, first_seen_at_ms) values ($1, $2, $3)', [
      use,
      fingerprint,
      options.now(),
    ]);
  }
  return keys;
}

async function given(name: KeyName, isNew: boolean, options: KeysOptions): Promise<readonly Buffer[]> {
  const { settings, alone } = options;
  const setting = settings[name];
  if (setting !== null) return [setting].flat().map(key => Buffer.from(key, 'hex'));
  const file = await readKeyFile(settings.DATA_DIR, FILES[name]);
  if (file !== null) return [file];
  if (!isNew) {
    const where = `${FILES[name]} is not in DATA_DIR`;
    throw wrong(name, `must be the one that this database was begun with: ${where}`);
  }
  if (!alone) throw wrong(name, 'must be given: one process of several makes no keys of its own');
  return [await makeKeyFile(settings.DATA_DIR, FILES[name])];
}

/**
 * Nothing is sealed under these data keys any more, and nothing can be (`reseal`): processes may start without them. In the
 * caller's transaction.
 */
export async function giveUpDataKeys(db: Queries, keys: readonly Buffer[]): Promise<void> {
  const [, { use }] = usesOf('');
  await db.query('delete from known_keys where use = $1 and fingerprint = any($2)', [
    use,
    keys.map(key => Buffer.from(fingerprintOf(use, key), 'hex')),
  ]);
}

/** @throws SettingsError if nothing may be sealed under the first of these data keys any more */
async function refuseGivenUp(client: Queries, keys: readonly Buffer[]): Promise<void> {
  const { rowCount } = await client.query('select from retired_data_keys where key_id = $1', [
    idOfKey(keys[0]!),
  ]);
  if (rowCount !== 0)
    throw wrong('DATA_KEY', 'begins with a key that was given up: put the new one in front');
}

/** Of what an own use of the key is derived from, so that it says nothing of other uses. */
function fingerprintOf(use: string, key: Buffer): string {
  const print = hkdfSync('sha256', key, '', `tallystick known key ${use}`, FINGERPRINT_BYTES);
  return Buffer.from(print).toString('hex');
}

function wrong(name: KeyName, why: string): SettingsError {
  return new SettingsError('These settings are wrong:', [`${name} ${why}`]);
}
