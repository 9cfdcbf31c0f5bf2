import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { administer, atDatabase } from '../testing/administer.ts';
import { SILENT_LOG } from './log.ts';
import { migrate, RISING_FROM } from './migrate.ts';
import { createPool } from './pool.ts';

const FOLDER = path.join(import.meta.dirname, 'migrations');

/** The module-numbered files in the order they were written, which is how the oldest databases ran them. */
const AS_WRITTEN = [
  100, 200, 210, 220, 230, 300, 600, 400, 110, 240, 340, 410, 420, 700, 710, 820, 800, 810, 880, 860, 840,
  821, 221, 881, 811, 650, 812, 720, 900, 910, 911, 935, 940, 941, 945, 930, 950, 973, 970, 971, 974, 966,
  983, 994, 980, 992, 993, 995, 986, 987, 996, 997, 998, 1001, 1002, 1003,
];

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

async function emptyDatabase(): Promise<pg.Pool> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE template0 STRATEGY FILE_COPY`);
  const pool = createPool(atDatabase(server, name), 2, SILENT_LOG);
  closers.push(async () => {
    await pool.end();
    await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return pool;
}

/** The whole schema except the order of columns, which no code depends on. */
const SCHEMA = `
  select 'column' as kind, c.relname as name, a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
    ' ' || a.attnotnull || ' ' || a.attidentity::text || a.attgenerated::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as what
  from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm')
  union all select 'constraint', conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'index', tablename, indexdef from pg_indexes where schemaname = 'public'
  union all select 'trigger', tgrelid::regclass::text, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function', proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  union all select 'sequence', sequencename, data_type::text from pg_sequences where schemaname = 'public'
  union all select 'table', relname, coalesce(reloptions::text, '') || relpersistence::text from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  order by 1, 2, 3`;

async function schemaOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string; name: string; what: string }>(SCHEMA);
  return rows.map(({ kind, name, what }) => `${kind} ${name}: ${what}`);
}

test('a database that ran the files in the order they were written has the schema of a new one', async () => {
  const files = await readdir(FOLDER);
  const past = files.filter(name => /^\d{4}-/.test(name) && Number(name.slice(0, 4)) < RISING_FROM);
  expect(past.map(name => Number(name.slice(0, 4)))).toEqual(AS_WRITTEN.toSorted((a, b) => a - b));

  const old = await emptyDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'tallystick-order-'));
  closers.push(() => rm(folder, { recursive: true }));
  const ran: string[] = [];
  for (const number of AS_WRITTEN) {
    const name = past.find(file => Number(file.slice(0, 4)) === number)!;
    await copyFile(path.join(FOLDER, name), path.join(folder, name));
    ran.push(...(await migrate(old, SILENT_LOG, folder)));
  }
  expect(ran.map(name => Number(name.slice(0, 4)))).toEqual(AS_WRITTEN);
  await migrate(old, SILENT_LOG);

  const fresh = await emptyDatabase();
  await migrate(fresh, SILENT_LOG);
  const schema = await schemaOf(fresh);
  expect(schema.length).toBeGreaterThan(500);
  expect(await schemaOf(old)).toEqual(schema);
});
