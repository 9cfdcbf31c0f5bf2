import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { SettingsError, type Settings } from '../config/settings.ts';
import type { DatabaseLog } from '../database/log.ts';
import { readState, writeState } from '../database/server-state.ts';
import type { Stops } from '../module/stops.ts';
import { FolderStore } from '../object-store/folder-store.ts';
import { MovingStore } from '../object-store/moving-store.ts';
import { ObjectStoreError, ObjectStoreRefusal, type ObjectStore } from '../object-store/object-store.ts';
import { S3Store } from '../object-store/s3-store.ts';
import { ARCHIVE_PREFIX } from '../price-log/archive.ts';
import { takeOverWitnesses, takeOverWitnessFiles } from '../transparency-log/earlier-files.ts';

/** Below DATA_DIR. */
const FOLDER = 'objects';
/** In `server_state`: which installation the database belongs to, and whether an object store has been its own. */
const INSTALLATION = 'installation';
const SHARED = 'object-store';
/** In the object store: the same installation. */
const OWNER_KEY = 'installation';
/** In the object store: what the start tries out, and deletes. */
const PROBE_PREFIX = 'probe/';
const UNSHOWN = 'the object store does not show what was written';

export interface ObjectsOptions {
  readonly settings: Pick<
    Settings,
    'DATA_DIR' | 'OBJECT_STORE_URL' | 'OBJECT_STORE_REGION' | 'OBJECT_STORE_KEY_ID' | 'OBJECT_STORE_SECRET'
  >;
  readonly pool: pg.Pool;
  readonly log: DatabaseLog;
  readonly stops: Stops;
  /** Whether this process runs everything. One of several needs what the others reach, too. */
  readonly alone: boolean;
}

export interface Objects {
  /** Archives, and what remembers signatures. */
  readonly objects: ObjectStore;
  /** The one of OBJECT_STORE_URL; null: DATA_DIR is all there is, and pictures stay in the database. */
  readonly sharedObjects: ObjectStore | null;
}

/**
 * Opens the object store, and takes over what lies in DATA_DIR: files of earlier versions, and, once there is a shared
 * store, the folder's objects.
 *
 * @throws SettingsError if the store belongs to another installation, does not keep what lies in it, or is no longer set
 */
export async function openObjects(options: ObjectsOptions): Promise<Objects> {
  const { settings, pool, log, stops, alone } = options;
  const { DATA_DIR, OBJECT_STORE_URL: url } = settings;
  const local = new FolderStore(path.join(DATA_DIR, FOLDER));
  await takeOverWitnessFiles(DATA_DIR, local);
  await takeOverArchives(DATA_DIR);
  const wasShared = (await readState(pool, SHARED)) !== null;
  if (url === null) {
    if (wasShared) throw wrong('is where this installation keeps its objects: it must stay set');
    if (!alone) throw wrong('must be given: one process of several keeps nothing in a folder of its own');
    return { objects: local, sharedObjects: null };
  }
  const shared = new S3Store({
    url,
    region: settings.OBJECT_STORE_REGION,
    keyId: settings.OBJECT_STORE_KEY_ID ?? '',
    secret: settings.OBJECT_STORE_SECRET ?? '',
  });
  try {
    await claim(pool, shared);
    await takeOverWitnesses(local, shared);
  } catch (error) {
    if (error instanceof ObjectStoreRefusal) throw wrong(`cannot be used: ${error.message}`);
    if (!(error instanceof ObjectStoreError)) throw error;
    if (!wasShared) {
      const first =
        'the object store is in trouble, and the first start with it needs it: try again once it answers';
      throw new ObjectStoreError(`${first}. ${error.message}`, { cause: error });
    }
    // Trading does not need it: what does waits until it answers.
    log.error({ err: error }, 'the object store is in trouble: what needs it waits until it answers');
  }
  const objects = new MovingStore(local, shared, ARCHIVE_PREFIX);
  moveArchives(objects, log, stops);
  return { objects, sharedObjects: shared };
}

/** Makes the store this installation's own, if it is nobody's, and finds out whether it keeps what lies in it. */
async function claim(pool: pg.Pool, store: ObjectStore): Promise<void> {
  const own = Buffer.from(await installation(pool));
  await store.putIfAbsent(OWNER_KEY, own);
  const owner = await store.get(OWNER_KEY);
  // What was just written, or refused because it is there, and is not: a store that has not come to itself yet.
  if (owner === null) throw new ObjectStoreError(UNSHOWN);
  if (!owner.equals(own)) throw wrong('belongs to another installation, or to another database');
  await probe(store);
  await writeState(pool, SHARED, true);
}

/**
 * A second writer of one key must be refused. Tried with a key of its own: of one that lies there, a lost answer and the
 * repetition would look as if the second had written it.
 *
 * @throws SettingsError if it overwrites
 */
async function probe(store: ObjectStore): Promise<void> {
  const key = `${PROBE_PREFIX}${randomUUID()}`;
  const [first, second] = [Buffer.from('first'), Buffer.from('second')];
  await store.putIfAbsent(key, first);
  const isWritten = await store.putIfAbsent(key, second);
  const kept = await store.get(key);
  await store.delete(key);
  if (isWritten || kept?.equals(second) === true) {
    throw wrong('overwrites what lies in it: it must know If-None-Match on writing');
  }
  if (kept?.equals(first) !== true) throw new ObjectStoreError(UNSHOWN);
}

async function installation(pool: pg.Pool): Promise<string> {
  await pool.query('insert into server_state (name, value) values ($1, $2) on conflict do nothing', [
    INSTALLATION,
    JSON.stringify(randomUUID()),
  ]);
  return (await readState<string>(pool, INSTALLATION))!;
}

/** There may be years of them: they are moved while the exchange runs. */
function moveArchives(objects: MovingStore, log: DatabaseLog, stops: Stops): void {
  const ending = new AbortController();
  const moving = objects.move(ending.signal).then(
    moved => moved > 0 && log.info({ moved }, 'archives were moved to the object store'),
    (error: unknown) =>
      log.error({ err: error }, 'archives are not yet in the object store: the next start tries again'),
  );
  stops.add(async () => {
    ending.abort();
    await moving;
  });
}

/** Archives of versions before the object store. */
async function takeOverArchives(dataDir: string): Promise<void> {
  const before = path.join(dataDir, ARCHIVE_PREFIX);
  const after = path.join(dataDir, FOLDER, ARCHIVE_PREFIX);
  const files = await readdir(before).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const archives = files.filter(file => file.endsWith('.ndjson.gz'));
  if (archives.length === 0) return;
  await mkdir(after, { recursive: true });
  for (const file of archives) await rename(path.join(before, file), path.join(after, file));
}

function wrong(why: string): SettingsError {
  return new SettingsError('These settings are wrong:', [`OBJECT_STORE_URL ${why}`]);
}
