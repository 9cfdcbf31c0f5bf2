import { open, readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { auditJournal } from '@tallystick/server/audit/audit-journal';
import { openDatabase } from '@tallystick/server/database/database';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { verifyProjections } from '@tallystick/server/engine/projections/verify';
import { startEngine } from '@tallystick/server/engine/start-engine';
import { administer } from '@tallystick/server/testing/administer';
import { findPostgres, type PostgresHost } from '@tallystick/server/testing/cluster/postgres-host';
import { Processes } from '@tallystick/server/testing/cluster/processes';
import type { Missing } from '@tallystick/server/testing/debian';
import { Registry } from 'prom-client';
import { infoRow, progress, type Row } from '../report.ts';
import { BackedUp } from './backed-up.ts';
import { LiveExchange } from './live-exchange.ts';

const DATABASE = 'exchange';
const MOMENT = 'before the release';
const MB = 1e6;
/** At least this many orders are there while backups are made. */
const WHILE_BACKED_UP = 20_000;

export interface RehearsalOptions {
  /** Empty; the caller removes it. */
  readonly folder: string;
  /** Orders before the full backup, and again before the incremental one. */
  readonly orders: number;
}

/** What an exchange in a restored cluster is. */
interface Restored {
  readonly sequence: number;
  readonly stateHash: string;
  /** From the start of the restore, and from then on until everything was compared. */
  readonly restoreSeconds: number;
  readonly verifySeconds: number;
}

/** A promise that did not hold. */
export class NotRestored extends Error {}

/**
 * Backs an exchange up while it takes orders, restores it into empty clusters, and compares; then damages the backup.
 * Throws NotRestored when something is lost, differs, or a damage is not noticed.
 */
export async function rehearse({ folder, orders }: RehearsalOptions): Promise<Row[] | Missing> {
  const programs = await findPostgres('pgbackrest');
  if ('missing' in programs) return programs;
  const processes = new Processes();
  processes.caretaker.removes('folder', folder);
  let live: LiveExchange | null = null;
  try {
    const backed = await BackedUp.start({ programs, processes, folder });
    await administer(backed.primary.url(), `create database ${DATABASE}`);
    live = await LiveExchange.start(backed.primary.url(DATABASE), orders * 5 + WHILE_BACKED_UP);
    return await rehearseWith(backed, live, orders);
  } finally {
    await live
      ?.stop()
      .catch((error: unknown) => progress(`the live exchange did not stop: ${String(error)}`));
    await processes.close();
  }
}

async function rehearseWith(backed: BackedUp, live: LiveExchange, orders: number): Promise<Row[]> {
  progress(`${orders} orders, then a full backup under load`);
  await live.submit(orders);
  const full = await live.during(() => backed.back('full'));
  progress(`${orders} orders, then an incremental backup under load`);
  await live.submit(orders);
  const incremental = await live.during(() => backed.back('incr'));
  await live.submit(orders / 10);
  const named = live.sequence;
  const log = await backed.name(MOMENT);
  await live.submit(orders / 10);
  const promised = live.sequence;
  await live.during(() => backed.archived());

  progress('restoring everything that was archived');
  const newest = await restored(backed, live, 'newest', null);
  if (newest.sequence < promised)
    throw new NotRestored(`archived up to ${promised}, restored up to ${newest.sequence}`);
  progress(`restoring the moment “${MOMENT}”`);
  const earlier = await restored(backed, live, 'earlier', MOMENT);
  if (earlier.sequence !== named)
    throw new NotRestored(`the moment was at ${named}, restored was ${earlier.sequence}`);
  progress('verifying the backup, damaging it, and verifying it again');
  const damages = await noticed(backed, log);
  return [
    infoRow('commands restored', newest.sequence, 'commands', 'higher'),
    infoRow('the database', (await backed.size()) / MB, 'MB', 'lower'),
    infoRow('full backup under load', full.seconds, 's', 'lower'),
    infoRow('its size, with the log', full.bytes / MB, 'MB', 'lower'),
    infoRow('incremental backup under load', incremental.seconds, 's', 'lower'),
    infoRow('its size, with the log', incremental.bytes / MB, 'MB', 'lower'),
    infoRow('restore until it takes writes', newest.restoreSeconds, 's', 'lower'),
    infoRow('recovery and comparison', newest.verifySeconds, 's', 'lower'),
    infoRow('restore of a named moment', earlier.restoreSeconds, 's', 'lower'),
    infoRow('damages noticed', damages, 'of 2', 'higher'),
  ];
}

/** Restores, recovers, and compares with what the live exchange was at that sequence. */
async function restored(
  backed: BackedUp,
  live: LiveExchange,
  name: string,
  moment: string | null,
): Promise<Restored> {
  const { host, seconds } = await backed.restore(name, moment);
  const startedAt = performance.now();
  const { sequence, stateHash } = await recoveredIn(host);
  const verifySeconds = (performance.now() - startedAt) / 1000;
  await host.stop();
  const expected = live.hashes.get(sequence);
  if (expected === undefined) throw new NotRestored(`the live exchange never was at ${sequence}`);
  if (expected !== stateHash)
    throw new NotRestored(`at ${sequence} the state was ${expected}, restored is ${stateHash}`);
  return { sequence, stateHash, restoreSeconds: seconds, verifySeconds };
}

/** What an exchange is that goes on there: its tables, which may be behind the journal like those of any that was killed, too. */
async function recoveredIn(host: PostgresHost): Promise<Pick<Restored, 'sequence' | 'stateHash'>> {
  const url = host.url(DATABASE);
  const problems: string[] = [];
  const log = {
    ...SILENT_LOG,
    error: (details: object, message: string) => void problems.push(`${message} ${JSON.stringify(details)}`),
  };
  const database = await openDatabase({ url, dataDir: '', connections: 4 }, log);
  try {
    const engine = await startEngine({
      pool: database.pool,
      databaseUrl: url,
      log,
      registry: new Registry(),
      onFatal: error => problems.push(String(error)),
    });
    const found = { sequence: engine.sequence(), stateHash: engine.exchange.stateHash() };
    problems.push(...(await verifyProjections(database.pool, engine.exchange)));
    await engine.stop();
    if (problems.length > 0) throw new NotRestored(problems.join('\n'));
    const audit = await auditJournal({ databaseUrl: url, unreleased: true });
    if (!audit.ok) throw new NotRestored(JSON.stringify(audit.firstDifference));
    return found;
  } finally {
    await database.close();
  }
}

/**
 * How many of two damages were noticed: a backup's file with another byte, and a file of the log that is gone.
 * @param log in which the named moment is
 */
async function noticed(backed: BackedUp, log: string): Promise<number> {
  const before = await backed.verify();
  if (!before.ok) throw new NotRestored(`an undamaged backup is not valid:\n${before.said}`);
  const [file] = await filesOf(path.join(backed.repository, 'backup'));
  await flip(file!);
  const after = await backed.verify();
  if (after.ok) throw new NotRestored(`${file} was damaged, and pgBackRest says:\n${after.said}`);
  await expectRefused(backed, 'damaged', 'a damaged backup was restored without a word');
  await flip(file!);
  const archived = await filesOf(path.join(backed.repository, 'archive'));
  const gone = archived.find(each => path.basename(each).startsWith(log));
  if (gone === undefined) throw new NotRestored(`${log} was never archived`);
  await rename(gone, `${gone}.away`);
  await expectRefused(backed, 'incomplete', `the moment was restored without ${log}`);
  return 2;
}

async function expectRefused(backed: BackedUp, name: string, otherwise: string): Promise<void> {
  const refused = await backed.restore(name, MOMENT).then(
    () => false,
    () => true,
  );
  if (!refused) throw new NotRestored(otherwise);
}

/** Changes a byte in the middle; once more, and it is as before. */
async function flip(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const at = size >> 1;
    const { buffer } = await handle.read({ buffer: Buffer.alloc(1), position: at });
    buffer[0]! ^= 0xff;
    await handle.write(buffer, 0, 1, at);
  } finally {
    await handle.close();
  }
}

/** All files within, the largest first. */
async function filesOf(folder: string): Promise<string[]> {
  const found: { readonly file: string; readonly size: number }[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    found.push({ file, size: (await stat(file)).size });
  }
  return found.toSorted((a, b) => b.size - a.size).map(({ file }) => file);
}
