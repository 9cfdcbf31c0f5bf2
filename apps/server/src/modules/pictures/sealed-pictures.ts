import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '@tallystick/core/durations';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { insertRow, type Queries } from '../../database/rows.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { ObjectStoreError, type ObjectStore } from '../../object-store/object-store.ts';
import { keyIdOf, type Vault } from '../../vault/vault.ts';

/** Tables of pictures, and of documents that are kept like them, each with `id`, `sealed` and `object_key`. */
export type PictureTable = 'pictures' | 'chat_pictures' | 'reserve_documents';
export const PICTURE_TABLES: readonly PictureTable[] = ['pictures', 'chat_pictures', 'reserve_documents'];

const PREFIX = 'pictures/';
/** An object whose upload has not ended by then is nobody's. */
const UPLOAD_WITHIN_MS = 3_600_000;
/** How long an object that the database does not know is kept: it may have been restored to an earlier state by mistake. */
const KEPT_UNKNOWN_MS = 7 * DAY_MS;
/** By then whoever has read where a replaced object lies has read the object, too. */
export const READ_WITHIN_MS = 60_000;
/** In one turn, so that others have theirs. */
const MOVED_AT_ONCE = 50;
const DROPPED_AT_ONCE = 500;
const LISTED_AT_ONCE = 500;

export interface SealedPicturesOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  /** Null: pictures stay in their rows. */
  readonly sharedObjects: ObjectStore | null;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** Where the sealed bytes of a picture are: in its row, or in the object of that key. */
export interface SealedPlace {
  readonly sealed: Buffer | null;
  readonly objectKey: string | null;
}

/**
 * The bytes of pictures, sealed: in the object store if several processes share one, else in their rows. An object is
 * named in `sealed_objects` before it is written and until it is deleted, so that none is forgotten however a process
 * ends; and a row names an object only once it is there.
 */
export class SealedPictures {
  readonly #options: SealedPicturesOptions;

  constructor(options: SealedPicturesOptions) {
    this.#options = options;
  }

  /**
   * Seals and keeps the bytes. `insert` writes the row, in a transaction: if it fails, nothing is kept.
   *
   * @throws CallFailure picture_unavailable
   */
  async keep(
    context: string,
    bytes: Buffer,
    insert: (db: Queries, place: SealedPlace) => Promise<void>,
  ): Promise<void> {
    const { pool, vault, sharedObjects } = this.#options;
    const sealed = vault.seal(context, bytes);
    if (sharedObjects === null) return insert(pool, { sealed, objectKey: null });
    await this.#available(() =>
      this.#put(sharedObjects, sealed, (db, objectKey) => insert(db, { sealed: null, objectKey })),
    );
  }

  /** @throws CallFailure picture_unavailable; VaultError */
  async open(context: string, { sealed, objectKey }: SealedPlace): Promise<Buffer> {
    const { vault } = this.#options;
    if (objectKey === null) return vault.open(context, sealed ?? Buffer.alloc(0));
    const object = await this.#available(() => this.#get(objectKey));
    return vault.open(context, object);
  }

  /** Deletes what nothing refers to any more, and moves older pictures into the store. Does nothing without one. */
  async tidy(): Promise<void> {
    const { sharedObjects } = this.#options;
    if (sharedObjects === null) return;
    await this.dropDue();
    for (const table of PICTURE_TABLES) await this.#move(sharedObjects, table);
  }

  /** Deletes what is due. */
  async dropDue(): Promise<void> {
    const { sharedObjects } = this.#options;
    if (sharedObjects === null) return;
    for (let dropped = 0; dropped < DROPPED_AT_ONCE; dropped++) if (!(await this.#drop(sharedObjects))) break;
  }

  /**
   * Seals an object anew under the newest key, as another object; the older one is deleted a minute later. False if the
   * picture is gone or lies elsewhere by now.
   *
   * @throws ObjectStoreError, VaultError
   */
  async reseal(table: PictureTable, id: number, context: string, objectKey: string): Promise<boolean> {
    const { vault, sharedObjects, now } = this.#options;
    if (sharedObjects === null)
      throw new ObjectStoreError('there is no object store, and pictures lie in one');
    const sealed = vault.seal(context, vault.open(context, await this.#get(objectKey)));
    let isReplaced = false;
    await this.#put(sharedObjects, sealed, async (db, key) => {
      const { rowCount } = await db.query(
        `update ${table} set object_key = $2 where id = $1 and object_key = $3`,
        [id, key, objectKey],
      );
      isReplaced = rowCount === 1;
      const [useless, dropAtMs] = isReplaced ? [objectKey, now() + READ_WITHIN_MS] : [key, 0];
      await db.query('update sealed_objects set drop_at_ms = $2 where key = $1', [useless, dropAtMs]);
    });
    return isReplaced;
  }

  /**
   * Finds objects that the database does not know, as after its restore to an earlier state, and has them deleted
   * after a week.
   */
  async findUnknown(): Promise<void> {
    const { sharedObjects } = this.#options;
    let keys: string[] = [];
    for await (const key of sharedObjects?.list(PREFIX) ?? []) {
      keys.push(key);
      if (keys.length < LISTED_AT_ONCE) continue;
      await this.#adopt(keys);
      keys = [];
    }
    await this.#adopt(keys);
  }

  async #put(
    objects: ObjectStore,
    sealed: Buffer,
    refer: (db: Queries, key: string) => Promise<void>,
  ): Promise<void> {
    const { pool, now } = this.#options;
    const key = `${PREFIX}${randomBytes(16).toString('hex')}`;
    await insertRow(pool, 'sealed_objects', {
      key,
      hash: hashOf(sealed),
      bytes: sealed.length,
      dataKeyId: keyIdOf(sealed),
      dropAtMs: now() + UPLOAD_WITHIN_MS,
    });
    if (!(await objects.putIfAbsent(key, sealed))) throw new ObjectStoreError(`${key} is there already`);
    await inTransaction(pool, async client => {
      const { rowCount } = await client.query(
        'update sealed_objects set drop_at_ms = null where key = $1 and drop_at_ms > $2',
        [key, now()],
      );
      if (rowCount !== 1) throw new ObjectStoreError(`${key} took too long`);
      await refer(client, key);
    });
  }

  async #get(key: string): Promise<Buffer> {
    const { pool, sharedObjects } = this.#options;
    const { rows } = await pool.query<{ hash: Buffer }>('select hash from sealed_objects where key = $1', [
      key,
    ]);
    const object = (await sharedObjects?.get(key)) ?? null;
    if (object === null) throw new ObjectStoreError(`${key} is missing`);
    if (rows[0] === undefined || !hashOf(object).equals(rows[0].hash)) {
      throw new ObjectStoreError(`${key} is not as it was written`);
    }
    return object;
  }

  /** False if there was none to delete. */
  #drop(objects: ObjectStore): Promise<boolean> {
    const { pool, now } = this.#options;
    return inTransaction(pool, async client => {
      const { rows } = await client.query<{ key: string }>(
        `delete from sealed_objects where key = (select key from sealed_objects where drop_at_ms <= $1
           order by drop_at_ms limit 1 for update skip locked) returning key`,
        [now()],
      );
      if (rows[0] === undefined) return false;
      // If it fails, the row stays.
      await objects.delete(rows[0].key);
      return true;
    });
  }

  async #move(objects: ObjectStore, table: PictureTable): Promise<void> {
    const { pool, log } = this.#options;
    const { rows } = await pool.query<{ id: string; sealed: Buffer }>(
      `select id, sealed from ${table} where sealed is not null order by id limit ${MOVED_AT_ONCE}`,
    );
    for (const { id, sealed } of rows) {
      await this.#put(objects, sealed, async (db, key) => {
        const { rowCount } = await db.query(
          `update ${table} set sealed = null, object_key = $2 where id = $1 and sealed is not null`,
          [id, key],
        );
        // Deleted or moved in the meantime: the object is nobody's.
        if (rowCount !== 1) await db.query('update sealed_objects set drop_at_ms = 0 where key = $1', [key]);
      });
    }
    if (rows.length > 0)
      log.info({ pictures: rows.length, table }, 'pictures were moved to the object store');
  }

  async #adopt(keys: readonly string[]): Promise<void> {
    const { pool, now, log } = this.#options;
    const { rowCount } = await pool.query(
      `insert into sealed_objects (key, drop_at_ms) select key, $2 from unnest($1::text[]) as key
       on conflict do nothing`,
      [keys, now() + KEPT_UNKNOWN_MS],
    );
    if (rowCount)
      log.error({ objects: rowCount }, 'the object store has pictures that the database does not know');
  }

  async #available<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error;
      this.#options.log.error({ err: error }, 'the object store could not keep or show a picture');
      throw new CallFailure('picture_unavailable');
    }
  }
}

function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
