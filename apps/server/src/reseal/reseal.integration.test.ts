import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveUpDataKeys, openKeys } from '../composition/keys.ts';
import { readSettings } from '../config/settings.ts';
import type { Database } from '../database/database.ts';
import { insertRow } from '../database/rows.ts';
import { FolderStore } from '../object-store/folder-store.ts';
import { PointStore } from '../modules/liability/point-files.ts';
import { SealedPictures } from '../modules/pictures/sealed-pictures.ts';
import { readVapidKeys } from '../modules/push/vapid.ts';
import { createTestDatabase } from '../testing/database.ts';
import { scratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { headerOf, idOfKey, Vault } from '../vault/vault.ts';
import { Interrupted, Pace } from './pace.ts';
import { FORGOTTEN, PLACES } from './places.ts';
import { reseal } from './reseal.ts';
import { columnsWith, loosen, wrongRows, writeRow } from './testing/sealed-rows.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const old = new Vault([OLD]);
const both = new Vault([NEW, OLD]);
const newest = new Vault([NEW]);
const NOW_MS = 1_760_000_000_000;
const ROWS = 12;
const FASTEST = 1e9;

let database: Database;
let folder: ScratchFolder;
let objects: FolderStore;
/** Moves on whenever somebody looks. */
let nowMs: number;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await scratchFolder('reseal');
  objects = new FolderStore(folder.path);
  nowMs = NOW_MS;
  await loosen(database.pool);
});
afterEach(async () => {
  await database.close();
  await folder.remove();
});

const log = pino({ level: 'silent' });
const now = (): number => (nowMs += 1_000);
const pictures = (vault: Vault) =>
  new SealedPictures({ pool: database.pool, vault, sharedObjects: objects, now, log });

/** Ends it after so many values. */
class Cut extends Pace {
  #left: number;
  readonly #ending: AbortController;

  constructor(left: number) {
    const ending = new AbortController();
    super(FASTEST, ending.signal);
    this.#ending = ending;
    this.#left = left;
  }

  override async wait(bytes: number): Promise<void> {
    if (--this.#left <= 0) this.#ending.abort();
    await super.wait(bytes);
  }
  override rest(): Promise<void> {
    return super.rest(0);
  }
}

async function run(vault = both, pace: Pace = new Cut(Infinity), give = [OLD]): Promise<number> {
  const client = await database.pool.connect();
  try {
    return await reseal({
      client,
      vault,
      sealedPictures: pictures(vault),
      statements: new PointStore(objects, vault),
      now,
      pace,
      say: () => undefined,
      giveUp: db => giveUpDataKeys(db, give),
    });
  } finally {
    client.release();
  }
}

/** As a process at its start. */
const start = (...keys: Buffer[]) =>
  openKeys({
    settings: readSettings({
      SECRET_KEY: '07'.repeat(32),
      DATA_KEY: keys.map(key => key.toString('hex')).join(','),
      DATA_DIR: folder.path,
    }),
    pool: database.pool,
    now,
    alone: true,
    signs: false,
  });

async function fill(vault: Vault, from = 0, rows = ROWS): Promise<void> {
  for (const table of Object.keys(PLACES)) {
    for (let nth = from; nth < from + rows; nth++) await writeRow(database.pool, vault, table, nth);
  }
}
const valuesOf = (rows: number): number =>
  Object.values(PLACES).reduce((sum, { sealed }) => sum + rows * Object.keys(sealed).length, 0);
/** A row with two sealed values is written once. */
const rowsOf = (rows: number): number => Object.keys(PLACES).length * rows;

async function wrong(vault: Vault): Promise<string[]> {
  const lists = await Promise.all(Object.keys(PLACES).map(table => wrongRows(database.pool, vault, table)));
  return lists.flat();
}

async function objectsUnder(key: Buffer): Promise<string[]> {
  const found: string[] = [];
  for await (const name of objects.list('')) {
    if ((await objects.get(name))?.includes(headerOf(idOfKey(key))) === true) found.push(name);
  }
  return found;
}

describe('places with something sealed', () => {
  /** Hashes, ids of keys, public keys, code and snapshots: nothing of them opens with a data key. */
  const OPEN = `
    bank_statements.document_sha256
    chat_cases.visitor_hash
    chat_pictures.visitor_hash
    company_files.sha256
    company_periods.hash
    core_bundles.code
    core_bundles.hash
    desk_audit.hash
    desk_audit.previous_hash
    factor_recovery_challenges.token_hash
    factor_recovery_stops.token_hash
    journal.core
    journal.hash
    journal.previous_hash
    known_devices.browser
    known_devices.key
    known_keys.fingerprint
    liability_totals.root
    liability_trees.data_key_id
    log_checkpoints.head_hash
    log_checkpoints.root
    log_keys.public_key
    log_tiles.hashes
    log_trees.blinding
    log_trees.head_hash
    login_links.token_hash
    login_tickets.token_hash
    operator_invitations.setup_hash
    operator_invitations.token_hash
    operator_sessions.token_hash
    options.entry_hash
    options.exit_hash
    options.head_hash
    passkeys.public_key
    price_log_archives.last_hash
    price_log_archives.sha256
    price_ticks.hash
    price_ticks.previous_hash
    public_records.hash
    public_records.previous_hash
    recovery_codes.code_hash
    reseal_places.key_id
    reseals.key_id
    reserve_documents.sha256
    retired_data_keys.key_id
    sealed_objects.data_key_id
    sealed_objects.hash
    sessions.token_hash
    snapshot_chunks.bytes
    snapshots.journal_hash
    verification_codes.code_hash`;

  it('are all known: each column of bytes is sealed, a fingerprint, or open on purpose', async () => {
    const { rows } = await database.pool.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
        where table_schema = 'public' and data_type = 'bytea'
          and table_name in (select relname from pg_class where relkind in ('r', 'p') and not relispartition)`,
    );
    const open = rows.filter(({ table_name, column_name }) => {
      const { sealed = {}, prints } = PLACES[table_name] ?? {};
      const known = [...Object.keys(sealed), ...(prints?.columns ?? []), ...(FORGOTTEN[table_name] ?? [])];
      return !known.includes(column_name);
    });
    expect(open.map(({ table_name, column_name }) => `${table_name}.${column_name}`).toSorted()).toEqual(
      OPEN.trim().split(/\s+/),
    );
  });

  it('each take nothing under a key that was given up', async () => {
    await database.pool.query('insert into retired_data_keys values ($1, 0)', [idOfKey(OLD)]);
    for (const table of Object.keys(PLACES)) {
      for (const column of Object.keys(PLACES[table]!.sealed)) {
        const sealed = old.seal('somewhere', 'something');
        await writeRow(database.pool, newest, table, 1);
        await expect(database.pool.query(`update ${table} set ${column} = $1`, [sealed])).rejects.toThrow(
          /which was given up: put the new one in front of DATA_KEY/,
        );
        await database.pool.query(`update ${table} set ${column} = $1`, [newest.seal('there', 'again')]);
        // Some tables keep their rows: not in a test of one row at a time.
        await database.pool.query(
          `begin; set local session_replication_role = replica; delete from ${table}; commit`,
        );
      }
    }
    const { pool } = database;
    const tree = `insert into liability_trees (point, folder, firsts, data_key_id) values (1, 'a', '{}', $1)`;
    await expect(pool.query(tree, [idOfKey(OLD)])).rejects.toThrow(/which was given up/);
    await pool.query(
      `insert into sealed_objects (key, hash, bytes, data_key_id, drop_at_ms) values ('pictures/a', $1, 1, $1, 9)`,
      [idOfKey(OLD)],
    );
    const taken = pool.query('update sealed_objects set drop_at_ms = null');
    await expect(taken).rejects.toThrow(/which was given up/);
  });
});

it('seals everything anew, and nothing opens with the old key', async () => {
  await start(OLD);
  await fill(old);
  await fill(newest, 100, 2);
  const vapid = await readVapidKeys(database.pool, old);
  await pictures(old).keep('picture:7', Buffer.from('a face'), (db, place) =>
    insertRow(db, 'pictures', { id: 7, ...place, ...{ sealed_hashes: old.seal('picture:7:hashes', 'a:b') } }),
  );
  const statements = new PointStore(objects, old);
  const [customer] = [{ customerId: 5, statements: [] }];
  await statements.writeStatements('liabilities/1-abc', 0, [customer]);
  await database.pool.query(`insert into help_votes values ('a', $1, true, 1), ('a', $2, true, $3)`, [
    randomBytes(32),
    randomBytes(32),
    NOW_MS * 2,
  ]);
  await database.pool.query(
    `insert into chat_cases (id, network_print, opened_at_ms) values (1, $1, 1), (2, $1, $2)`,
    [randomBytes(32), NOW_MS * 2],
  );
  await start(NEW, OLD);
  const resealed = await run();
  expect(resealed).toBe(rowsOf(ROWS) + 4);
  expect(await wrong(newest)).toEqual([]);
  expect(await columnsWith(database.pool, headerOf(idOfKey(OLD)))).toEqual([]);
  expect(await objectsUnder(OLD)).toEqual([]);
  expect(await readVapidKeys(database.pool, newest)).toEqual(vapid);
  expect(await new PointStore(objects, newest).statementsOf('liabilities/1-abc', [1], 5)).toEqual(customer);
  const { rows } = await database.pool.query<{ sealed: null; objectKey: string }>(
    'select sealed, object_key as "objectKey" from pictures where id = 7',
  );
  expect(String(await pictures(newest).open('picture:7', rows[0]!))).toBe('a face');
  // What could be guessed with the old key is forgotten, and newer ones stay.
  const prints = await database.pool.query<{ is: boolean }>(
    `select length(voter) = 32 as is from help_votes union all select network_print is not null from chat_cases`,
  );
  expect(prints.rows.map(row => row.is).toSorted()).toEqual([false, false, true, true]);
  await start(NEW);
  await expect(start(OLD, NEW)).rejects.toThrow(/begins with a key that was given up/);
});

it('is interrupted anywhere, and goes on: each value once', async () => {
  await fill(old);
  let resealed: number | null = null;
  let cuts = 0;
  for (let left = 3; resealed === null; left += 29, cuts++) {
    resealed = await run(both, new Cut(left)).catch((error: unknown) => {
      expect(error).toBeInstanceOf(Interrupted);
      return null;
    });
  }
  expect(cuts).toBeGreaterThan(5);
  expect(resealed).toBe(rowsOf(ROWS));
  expect(await wrong(newest)).toEqual([]);
  expect(await columnsWith(database.pool, headerOf(idOfKey(OLD)))).toEqual([]);
});

it('loses nothing with its connection', async () => {
  await fill(old, 0, 2);
  class Cable extends Cut {
    #waits = 0;
    override async wait(bytes: number): Promise<void> {
      if (++this.#waits === 30) {
        await database.pool.query(
          `select pg_terminate_backend(pid, 10000) from pg_locks where locktype = 'advisory' and objid = 7146391`,
        );
      }
      await super.wait(bytes);
    }
  }
  await expect(run(both, new Cable(Infinity))).rejects.toThrow(/connection|terminat/i);
  expect(await run()).toBe(rowsOf(2));
  expect(await wrong(newest)).toEqual([]);
});

it('gives nothing up while a process seals under the old key', async () => {
  await fill(old);
  // Behind the place where it is.
  class Late extends Cut {
    #waits = 0;
    override async wait(bytes: number): Promise<void> {
      if (++this.#waits === 100) await writeRow(database.pool, old, 'bank_cards', 500);
      await super.wait(bytes);
    }
  }
  await expect(run(both, new Late(Infinity))).rejects.toThrow(
    /1 values were sealed under an older key meanwhile: a process has it in front/,
  );
  await writeRow(database.pool, old, 'bank_cards', 501);
  expect(await run()).toBe(rowsOf(ROWS) + 2);
  expect(await wrong(newest)).toEqual([]);
  await expect(writeRow(database.pool, old, 'bank_cards', 502)).rejects.toThrow(/given up/);
});

it('waits for a transaction that was let through, and takes along what it wrote', async () => {
  await fill(old, 0, 1);
  const slow = await database.pool.connect();
  let running: Promise<number>;
  try {
    await slow.query('begin');
    await writeRow(slow, newest, 'tickets', 50);
    await slow.query(`update tickets set sealed_mail = $1 where id = 1000050`, [
      old.seal('ticket:1000050:mail', 'tickets sealed_mail 50'),
    ]);
    let isOver = false;
    running = run().finally(() => (isOver = true));
    // Until it waits for those who write.
    const waiting = `select from pg_locks where locktype = 'advisory' and objid = 7146390 and not granted`;
    while ((await slow.query(waiting)).rowCount === 0) expect(isOver).toBe(false);
  } finally {
    await slow.query('commit');
    slow.release();
  }
  expect(await running).toBe(rowsOf(1) + 1);
  expect(await columnsWith(database.pool, headerOf(idOfKey(OLD)))).toEqual([]);
});

it('does not overwrite what changes at the same moment', async () => {
  await fill(old, 0, 1);
  const client = await database.pool.connect();
  // Between its reading and its writing.
  const query = client.query.bind(client) as (...wish: unknown[]) => Promise<unknown>;
  let changed = 0;
  client.query = (async (...wish: unknown[]) => {
    if (String(wish[0]).startsWith('with done as (update tickets') && changed++ === 0) {
      await database.pool.query('update tickets set sealed_mail = $1', [
        both.seal('ticket:1000000:mail', 'another'),
      ]);
    }
    return query(...wish);
  }) as unknown as typeof client.query;
  await reseal({
    client,
    vault: both,
    sealedPictures: pictures(both),
    statements: new PointStore(objects, both),
    now,
    pace: new Cut(Infinity),
    say: () => undefined,
    giveUp: async () => undefined,
  });
  client.release();
  expect(changed).toBe(1);
  const { rows } = await database.pool.query<{ sealed_mail: Buffer }>('select sealed_mail from tickets');
  expect(newest.openText('ticket:1000000:mail', rows[0]!.sealed_mail)).toBe('another');
});

it('names what does not open, and gives nothing up', async () => {
  await fill(old, 0, 2);
  await database.pool.query(
    `update two_factors set secret = set_byte(secret, 40, 0) where customer_id = 1000001`,
  );
  await expect(run()).rejects.toThrow(
    /1 values could not be sealed anew:\n {2}two_factors 1000001: changed since it was sealed/,
  );
  await database.pool.query('delete from two_factors where customer_id = 1000001');
  await run();
  expect(await wrong(newest)).toEqual([]);
});

it('is refused with one key, and beside another run', async () => {
  await expect(run(newest)).rejects.toThrow(/DATA_KEY names one key/);
  const client = await database.pool.connect();
  await client.query('select pg_advisory_lock(7146391)');
  await expect(run()).rejects.toThrow('another run is under way');
  client.release(true);
});

it('the next change of keys works as the first', async () => {
  await fill(old, 0, 2);
  await run();
  const NEXT = Buffer.alloc(32, 3);
  await run(new Vault([NEXT, NEW]), new Cut(Infinity), [NEW]);
  expect(await wrong(new Vault([NEXT]))).toEqual([]);
  expect(valuesOf(2)).toBeGreaterThan(rowsOf(2));
});
