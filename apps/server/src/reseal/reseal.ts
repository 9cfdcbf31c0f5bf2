import pg from 'pg';
import type { Queries } from '../database/rows.ts';
import { READ_WITHIN_MS, type SealedPictures } from '../modules/pictures/sealed-pictures.ts';
import { forgetPrints } from './forget.ts';
import type { Pace } from './pace.ts';
import { Walk, type WalkOptions, type Walked } from './walk.ts';

/** As in `refuse_retired_data_key` of the database. */
const WRITERS_LOCK = 7_146_390;
/** One at a time. */
const RUN_LOCK = 7_146_391;
const LOOK_EVERY_MS = 2_000;
const MOST_TRIES = 30;
const MOST_SHOWN = 20;

/** It does not begin, or does not end, and the words say what to do. */
export class ResealRefused extends Error {
  override readonly name = 'ResealRefused';
}

export interface ResealOptions extends Omit<WalkOptions, 'db'> {
  /** A connection of its own: it holds a lock as long as it runs. */
  readonly client: pg.ClientBase;
  readonly sealedPictures: Pick<SealedPictures, 'reseal' | 'dropDue'>;
  readonly now: () => number;
  readonly pace: Pace;
  /** Takes the keys behind the first off what the database asks of a process that starts; in that transaction. */
  readonly giveUp: (db: Queries) => Promise<void>;
}

interface Run {
  readonly begun_at_ms: string;
  readonly fenced_at_ms: string | null;
  readonly ended_at_ms: string | null;
}

/**
 * Seals everything anew that is under older keys than the vault's first, while the exchange goes on, and gives the older
 * ones up. May be interrupted at any moment: the next run goes on. Returns how many values were sealed anew in all.
 *
 * First everything is sealed anew. Then it looks again: if something was sealed under an older key meanwhile, a process has
 * that key in front, and nothing is given up. Otherwise the database takes nothing under the older keys from then on, what
 * came until then is sealed anew, and processes may start without them.
 *
 * @throws ResealRefused, Interrupted
 */
export async function reseal(options: ResealOptions): Promise<number> {
  const { client, vault } = options;
  if (vault.keyIds.length < 2) {
    throw new ResealRefused('DATA_KEY names one key: put the new one in front of it, with a comma between');
  }
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    RUN_LOCK,
  ]);
  if (rows[0]?.locked !== true) throw new ResealRefused('another run is under way');
  try {
    // A value that is lost with the power is sealed anew by the next run: it need not be waited for.
    await client.query('set synchronous_commit = off');
    return await run(options);
  } finally {
    await client
      .query(`select pg_advisory_unlock($1), set_config('synchronous_commit', 'on', false)`, [RUN_LOCK])
      .catch(() => {
        // The connection is lost, and the lock with it.
      });
  }
}

async function run(options: ResealOptions): Promise<number> {
  const { client, vault, now, pace, say } = options;
  const keyId = vault.keyIds[0]!;
  const begun = await begin(client, keyId, now());
  if (begun.fenced_at_ms === null) {
    await walk(options, true);
    const { resealed } = await walk(options, false);
    if (resealed > 0) {
      await beginAgain(client, keyId, now());
      throw new ResealRefused(
        `${resealed} values were sealed under an older key meanwhile: a process has it in front. ` +
          'Put the new key in front on every machine, and run this again',
      );
    }
    await fence(options, keyId);
    say('nothing is written under older keys any more');
  }
  // Until the fence stood, something may have come.
  await walk(options, false);
  await forgetPrints(client, Number(begun.begun_at_ms), pace);
  await end(options, keyId);
  await dropObjects(options, keyId);
  const { rows } = await client.query<{ resealed: string }>(
    'select coalesce(sum(resealed), 0) as resealed from reseal_places where key_id = $1',
    [keyId],
  );
  return Number(rows[0]?.resealed ?? 0);
}

/** @throws ResealRefused if something could not be sealed anew */
async function walk(options: ResealOptions, isNoted: boolean): Promise<Walked> {
  const { client, vault, now } = options;
  const walked = await new Walk({ ...options, db: client }, isNoted).run();
  const { failures } = walked;
  if (failures.length === 0) return walked;
  await beginAgain(client, vault.keyIds[0]!, now());
  throw new ResealRefused(
    `${failures.length} values could not be sealed anew:\n  ${failures.slice(0, MOST_SHOWN).join('\n  ')}`,
  );
}

async function begin(client: Queries, keyId: Buffer, atMs: number): Promise<Run> {
  await client.query('insert into reseals (key_id, begun_at_ms) values ($1, $2) on conflict do nothing', [
    keyId,
    atMs,
  ]);
  const { rows } = await client.query<Run>(
    'select begun_at_ms, fenced_at_ms, ended_at_ms from reseals where key_id = $1',
    [keyId],
  );
  return rows[0]!;
}

/** The next run looks at everything once more. */
async function beginAgain(client: Queries, keyId: Buffer, atMs: number): Promise<void> {
  await client.query('update reseals set begun_at_ms = $2 where key_id = $1 and fenced_at_ms is null', [
    keyId,
    atMs,
  ]);
  await client.query('update reseal_places set last_key = null, is_done = false where key_id = $1', [keyId]);
}

/** From when this returns, nothing comes to be written under older keys. */
async function fence({ client, vault, now, pace }: ResealOptions, keyId: Buffer): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await durably(client, async () => {
        // Transactions that were let through end before, those after it see what is written here.
        await client.query(`set local lock_timeout = '2s'`);
        await client.query('select pg_advisory_xact_lock($1)', [WRITERS_LOCK]);
        await client.query(
          `insert into retired_data_keys (key_id, retired_at_ms) select id, $2 from unnest($1::bytea[]) as id
           on conflict do nothing`,
          [vault.keyIds.slice(1), now()],
        );
        await client.query('update reseals set fenced_at_ms = $2 where key_id = $1', [keyId, now()]);
      });
      return;
    } catch (error) {
      // Somebody writes for long. Nobody is to wait behind us for as long.
      const isHeld = error instanceof pg.DatabaseError && error.code === '55P03';
      if (!isHeld || tries === MOST_TRIES) throw error;
      await pace.rest(LOOK_EVERY_MS);
    }
  }
}

async function end({ client, giveUp, now, say }: ResealOptions, keyId: Buffer): Promise<void> {
  await durably(client, async () => {
    await giveUp(client);
    await client.query('update reseals set ended_at_ms = coalesce(ended_at_ms, $2) where key_id = $1', [
      keyId,
      now(),
    ]);
  });
  say('processes may start without the older keys');
}

/** Waits until objects that were replaced are deleted: a minute, for those who are reading them. */
async function dropObjects(options: ResealOptions, keyId: Buffer): Promise<void> {
  const { client, sealedPictures, pace, now } = options;
  // Uploads under an older key can no longer end: nor need they be waited for.
  await client.query(
    `update sealed_objects set drop_at_ms = least(drop_at_ms, $2::bigint)
      where data_key_id <> $1 and drop_at_ms is not null`,
    [keyId, now() + READ_WITHIN_MS],
  );
  for (;;) {
    await sealedPictures.dropDue();
    const { rows } = await client.query<{ left: number }>(
      'select count(*)::integer as left from sealed_objects where data_key_id <> $1',
      [keyId],
    );
    if (rows[0]?.left === 0) return;
    await pace.rest(LOOK_EVERY_MS);
  }
}

/** In a transaction that is on disk when it resolves, and everything before it. */
async function durably(client: Queries, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await client.query('set local synchronous_commit = on');
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
