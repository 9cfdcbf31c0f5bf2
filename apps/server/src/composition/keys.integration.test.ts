import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../config/settings.ts';
import type { Database } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { scratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { Vault } from '../vault/vault.ts';
import { openKeys, type Keys } from './keys.ts';

const NOW_MS = 1_760_000_000_000;
const ORIGIN = 'test.example/log';
const hex = (byte: number) => Buffer.alloc(32, byte).toString('hex');

let database: Database;
let folders: ScratchFolder[];
beforeEach(async () => {
  database = await createTestDatabase();
  folders = [await scratchFolder('keys'), await scratchFolder('keys')];
});
afterEach(async () => {
  await database.close();
  for (const folder of folders) await folder.remove();
});

/** As a process on this machine does at its start. */
function open(
  environment: Readonly<Record<string, string>> = {},
  machine = 0,
  alone = true,
  signs = true,
): Promise<Keys> {
  const DATA_DIR = folders[machine]!.path;
  const settings = readSettings({ PRICE_LOG_ORIGIN: ORIGIN, ...environment, DATA_DIR });
  return openKeys({ settings, pool: database.pool, now: () => NOW_MS, alone, signs });
}

const ALL = { SECRET_KEY: hex(1), DATA_KEY: hex(2), PRICE_LOG_KEY: hex(3) };

describe('a process that is alone', () => {
  it('makes keys once, for their owner only, and has them again', async () => {
    const first = await open();
    expect(await open()).toEqual(first);
    const folder = folders[0]!.path;
    expect((await readdir(folder)).toSorted()).toEqual(['data-key', 'price-log-key', 'secret-key']);
    for (const file of await readdir(folder)) {
      expect((await stat(path.join(folder, file))).mode & 0o777).toBe(0o600);
    }
    const all = [first.secret, ...first.dataKeys, ...first.logKeys].map(key => key.toString('hex'));
    expect(new Set(all).size).toBe(3);
  });

  it('takes those of the settings, in their order', async () => {
    const keys = await open({ ...ALL, DATA_KEY: `${hex(5)},${hex(2)}` });
    expect(keys).toEqual({
      secret: Buffer.alloc(32, 1),
      dataKeys: [Buffer.alloc(32, 5), Buffer.alloc(32, 2)],
      logKeys: [Buffer.alloc(32, 3)],
    });
    expect(await readdir(folders[0]!.path)).toEqual([]);
  });

  it('makes none for a database that was begun with others', async () => {
    await open();
    await expect(open({}, 1)).rejects.toThrow(
      'SECRET_KEY must be the one that this database was begun with: secret-key is not in DATA_DIR',
    );
    expect(await readdir(folders[1]!.path)).toEqual([]);
  });

  it('refuses a file that holds no key', async () => {
    await writeFile(path.join(folders[0]!.path, 'secret-key'), 'short');
    await expect(open()).rejects.toThrow(/does not hold 64 hexadecimal digits/);
  });
});

describe('one of several processes', () => {
  it.each(['SECRET_KEY', 'DATA_KEY', 'PRICE_LOG_KEY'] as const)('does not make %s', async name => {
    const { [name]: _, ...others } = ALL;
    await expect(open(others, 0, false)).rejects.toThrow(
      `${name} must be given: one process of several makes no keys of its own`,
    );
    expect(await readdir(folders[0]!.path)).toEqual([]);
    await open(ALL, 0, false);
    await open(ALL, 1, false);
  });

  it('may have them as files of its machine', async () => {
    await open();
    for (const name of await readdir(folders[0]!.path)) {
      await writeFile(path.join(folders[1]!.path, name), await readFile(path.join(folders[0]!.path, name)));
    }
    expect(await open({}, 1, false)).toEqual(await open());
  });
});

describe('another key than before', () => {
  it('of the secret is refused, until somebody says that it is meant', async () => {
    await open(ALL);
    const other = { ...ALL, SECRET_KEY: hex(9) };
    const refused = await open(other).catch((error: Error) => error.message);
    const [, row = ''] =
      /SECRET_KEY is another one than before.* delete the row ([0-9a-f]{32})/.exec(`${refused}`) ?? [];
    await database.pool.query(`delete from known_keys where fingerprint = decode($1, 'hex')`, [row]);
    await open(other);
    await expect(open(ALL)).rejects.toThrow(/SECRET_KEY is another one/);
  });

  it('of the data is refused: what is sealed must open', async () => {
    await open(ALL);
    for (const wrong of [hex(9), `${hex(9)},${hex(8)}`]) {
      await expect(open({ ...ALL, DATA_KEY: wrong })).rejects.toThrow(
        /DATA_KEY lacks a key under which data of this database are sealed/,
      );
    }
    await open({ ...ALL, DATA_KEY: `${hex(9)},${hex(2)}` });
    // From then on data may be sealed under the new one, too: on no machine may it be missing.
    await expect(open(ALL, 1)).rejects.toThrow(/DATA_KEY lacks a key/);
    await open({ ...ALL, DATA_KEY: `${hex(2)},${hex(9)}` }, 1);
  });

  it('of the price log that was stolen is left out at once by deleting its row', async () => {
    await open(ALL);
    const refused = await open({ ...ALL, PRICE_LOG_KEY: hex(4) }).catch((error: Error) => error.message);
    const [, row = ''] = /delete the row ([0-9a-f]{32})/.exec(`${refused}`) ?? [];
    await database.pool.query(`delete from known_keys where fingerprint = decode($1, 'hex')`, [row]);
    const { logKeys } = await open({ ...ALL, PRICE_LOG_KEY: hex(4) });
    expect(logKeys).toEqual([Buffer.alloc(32, 4)]);
  });

  it('of the data is refused from the first start on, of those behind the first, too', async () => {
    await open({ ...ALL, DATA_KEY: `${hex(5)},${hex(2)}` });
    await expect(open({ ...ALL, DATA_KEY: hex(5) })).rejects.toThrow(/DATA_KEY lacks a key/);
    // What only waits behind has sealed nothing yet.
    await open({ ...ALL, DATA_KEY: `${hex(5)},${hex(2)},${hex(6)}` });
    await open({ ...ALL, DATA_KEY: `${hex(5)},${hex(2)}` });
  });

  it('of the price log is refused, unless the one that signs stands beside it', async () => {
    await open(ALL);
    await expect(open({ ...ALL, PRICE_LOG_KEY: hex(4) })).rejects.toThrow(
      /PRICE_LOG_KEY lacks the key that signs/,
    );
    // Machine by machine: first behind, then in front, then alone.
    const key = (...bytes: number[]) => ({ ...ALL, PRICE_LOG_KEY: bytes.map(hex).join(',') });
    for (const machine of [0, 1]) await open(key(3, 4), machine);
    await open(key(4, 3), 0);
    await open(key(3, 4), 1);
    await open(key(4), 0);
    await expect(open(key(3), 1)).rejects.toThrow(/PRICE_LOG_KEY lacks the key/);
    // Another log may have another key.
    await open({ ...key(7), PRICE_LOG_ORIGIN: 'test.example/new-log' });
  });
});

it('a process that does not sign needs no key of the log, and begins none', async () => {
  const { PRICE_LOG_KEY: _, ...serving } = ALL;
  expect((await open(serving, 0, false, false)).logKeys).toEqual([]);
  await open(ALL, 0, false);
  expect((await open(serving, 1, false, false)).logKeys).toEqual([]);
  await expect(open(serving, 1, false)).rejects.toThrow(/PRICE_LOG_KEY/);
  await expect(open({ ...serving, DATA_KEY: hex(9) }, 1, false, false)).rejects.toThrow(/DATA_KEY lacks/);
});

describe('of several that start at once with different keys', () => {
  it('one begins the database', async () => {
    const starts = Array.from({ length: 6 }, (_, i) =>
      open({ ...ALL, SECRET_KEY: hex(10 + i) }, i % 2, false),
    );
    const ends = await Promise.allSettled(starts);
    expect(ends.filter(end => end.status === 'fulfilled')).toHaveLength(1);
  });

  it('each waits for what the one before has begun with', async () => {
    const first = await database.pool.connect();
    try {
      await first.query('begin');
      await first.query('lock table known_keys in exclusive mode');
      await first.query(
        `insert into known_keys (use, fingerprint, first_seen_at_ms) values ('secret', '\\x00', 0)`,
      );
      const second = open(ALL).then(
        () => 'begun',
        (error: Error) => error.message,
      );
      // Until it waits, or is over.
      const over = { yet: false };
      void second.then(() => (over.yet = true));
      const waiting = 'select from pg_locks where not granted and relation = $1::regclass';
      while (!over.yet && (await database.pool.query(waiting, ['known_keys'])).rowCount === 0);
      await first.query('commit');
      expect(await second).toMatch(/SECRET_KEY is another one/);
    } finally {
      first.release();
    }
  });
});

it('the database learns nothing of the keys, nor which key sealed what', async () => {
  await open(ALL);
  const sealed = new Vault([Buffer.alloc(32, 2)]).seal('here', 'text');
  const { rows } = await database.pool.query<{ use: string; fingerprint: Buffer; first_seen_at_ms: string }>(
    'select * from known_keys order by use',
  );
  expect(rows.map(row => [row.use, row.fingerprint.length, Number(row.first_seen_at_ms)])).toEqual([
    ['data', 16, NOW_MS],
    [`price_log ${ORIGIN}`, 16, NOW_MS],
    ['secret', 16, NOW_MS],
  ]);
  const text = JSON.stringify(rows.map(row => row.fingerprint.toString('hex')));
  for (const secret of [hex(1), hex(2), hex(3), sealed.toString('hex', 1, 5)]) {
    expect(text).not.toContain(secret.slice(0, 8));
  }
});
