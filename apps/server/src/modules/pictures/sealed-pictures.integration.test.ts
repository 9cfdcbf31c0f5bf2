import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '@tallystick/core/durations';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { insertRow } from '../../database/rows.ts';
import { inTransaction } from '../../database/transaction.ts';
import { FolderStore } from '../../object-store/folder-store.ts';
import { ObjectStoreError } from '../../object-store/object-store.ts';
import { Ceph, findCeph } from '../../testing/ceph.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { samplePicture, sendPicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { scratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { TestServer } from '../../testing/test-server.ts';
import { keyIdOf, Vault } from '../../vault/vault.ts';
import { SealedPictures } from './sealed-pictures.ts';
import { Pictures } from './service.ts';

const HOUR_MS = 3_600_000;
const START_MS = 1_760_000_000_000;
const UNAVAILABLE = { code: 'picture_unavailable' };

/** Answers, or does not, or loses its answer. */
class Moody extends FolderStore {
  mood: 'well' | 'silent' | 'loses' = 'well';
  /** Called before an object is written. */
  before: () => Promise<void> = async () => {};

  override async putIfAbsent(key: string, bytes: Buffer): Promise<boolean> {
    await this.before();
    if (this.mood === 'silent') throw new ObjectStoreError('silent');
    const isWritten = await super.putIfAbsent(key, bytes);
    if (this.mood === 'loses') throw new ObjectStoreError('lost');
    return isWritten;
  }

  override async get(key: string): Promise<Buffer | null> {
    if (this.mood === 'silent') throw new ObjectStoreError('silent');
    return super.get(key);
  }

  override async delete(key: string): Promise<void> {
    if (this.mood === 'silent') throw new ObjectStoreError('silent');
    await super.delete(key);
  }
}

const vault = new Vault([Buffer.alloc(32, 1)]);

let database: Database;
let folder: ScratchFolder;
let objects: Moody;
let nowMs: number;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await scratchFolder('pictures');
  objects = new Moody(folder.path);
  nowMs = START_MS;
});
afterEach(async () => {
  await database.close();
  await folder.remove();
});

function open(sharedObjects: Moody | null = objects, withVault = vault) {
  const options = { pool: database.pool, vault: withVault, now: () => nowMs, log: pino({ level: 'silent' }) };
  const sealedPictures = new SealedPictures({ ...options, sharedObjects });
  return { sealedPictures, pictures: new Pictures({ ...options, sealedPictures }) };
}

const inStore = () => Array.fromAsync(objects.list('pictures/'));
const rowsOf = async <Row>(sql: string): Promise<Row[]> => (await database.pool.query(sql)).rows as Row[];
const pictureRows = () =>
  rowsOf<{ id: string; sealed: Buffer | null; object_key: string }>('select * from pictures order by id');
const objectRows = () =>
  rowsOf<{ key: string; hash: Buffer; bytes: number; data_key_id: Buffer; drop_at_ms: string | null }>(
    'select * from sealed_objects order by key',
  );

async function upload(pictures: Pictures, seed: number): Promise<number> {
  return (await pictures.uploadClaimed(await samplePicture(seed))).pictureId;
}

describe('a picture in the object store', () => {
  it('is sealed there; its row has everything else, and the object’s hash, size and key', async () => {
    const { pictures } = open();
    const id = await upload(pictures, 1);
    const [row] = await pictureRows();
    expect(row).toMatchObject({
      sealed: null,
      object_key: expect.stringMatching(/^pictures\/[0-9a-f]{32}$/),
    });
    expect(await inStore()).toEqual([row?.object_key]);
    const sealed = await objects.get(row!.object_key);
    const [object] = await objectRows();
    expect(object).toMatchObject({
      key: row?.object_key,
      bytes: sealed?.length,
      data_key_id: keyIdOf(sealed!),
      drop_at_ms: null,
    });
    const { bytes, contentType } = await pictures.read(id);
    expect([contentType, bytes]).toEqual(['image/jpeg', vault.open(`picture:${id}`, sealed!)]);
  });

  it('stays in its row where there is no store', async () => {
    const { pictures, sealedPictures } = open(null);
    const id = await upload(pictures, 1);
    await sealedPictures.tidy();
    await sealedPictures.findUnknown();
    expect(await pictureRows()).toMatchObject([{ sealed: expect.any(Buffer), object_key: null }]);
    expect((await pictures.read(id)).bytes.length).toBeGreaterThan(100);
    expect(await objectRows()).toEqual([]);
  });

  it('is not shown while the store is silent, nor when the object is missing, changed or another’s', async () => {
    const { pictures } = open();
    const ids = [await upload(pictures, 1), await upload(pictures, 2)];
    objects.mood = 'silent';
    await expect(pictures.read(ids[0]!)).rejects.toMatchObject(UNAVAILABLE);
    objects.mood = 'well';
    const [one = '', other = ''] = (await pictureRows()).map(row => path.join(folder.path, row.object_key));
    const before = await readFile(one);
    await writeFile(one, await readFile(other));
    await expect(pictures.read(ids[0]!)).rejects.toMatchObject(UNAVAILABLE);
    await rm(one);
    await expect(pictures.read(ids[0]!)).rejects.toMatchObject(UNAVAILABLE);
    await writeFile(one, before);
    expect((await pictures.read(ids[0]!)).contentType).toBe('image/jpeg');
  });
});

it('two that show the same are seen as such, under whatever keys they were kept', async () => {
  const { pictures } = open();
  const changed = open(objects, new Vault([Buffer.alloc(32, 2), Buffer.alloc(32, 1)])).pictures;
  const [before, after] = [await upload(pictures, 1), await upload(changed, 1)];
  expect(await changed.showTheSame(database.pool, [before, after])).toBe(true);
  expect(await changed.showTheSame(database.pool, [before, await upload(changed, 2)])).toBe(false);
});

describe('nothing is half done', () => {
  it.each(['silent', 'loses'] as const)(
    'when the store is %s: no picture, and no object after an hour',
    async mood => {
      const { pictures, sealedPictures } = open();
      objects.mood = mood;
      await expect(upload(pictures, 1)).rejects.toMatchObject(UNAVAILABLE);
      expect(await pictureRows()).toEqual([]);
      objects.mood = 'well';
      await sealedPictures.tidy();
      expect(await inStore()).toHaveLength(mood === 'loses' ? 1 : 0);
      nowMs += HOUR_MS;
      await sealedPictures.tidy();
      expect([await inStore(), await objectRows()]).toEqual([[], []]);
    },
  );

  it('when the row is refused', async () => {
    const { sealedPictures } = open();
    const refused = sealedPictures.keep('here', Buffer.from('bytes'), async () => {
      throw new RangeError('refused');
    });
    await expect(refused).rejects.toThrow(RangeError);
    expect((await objectRows())[0]?.drop_at_ms).toBe(String(START_MS + HOUR_MS));
    nowMs += HOUR_MS;
    await sealedPictures.tidy();
    expect([await inStore(), await objectRows()]).toEqual([[], []]);
  });

  it('when it took so long that the object was given up', async () => {
    const { pictures, sealedPictures } = open();
    objects.before = async () => void (nowMs += HOUR_MS);
    await expect(upload(pictures, 1)).rejects.toMatchObject(UNAVAILABLE);
    expect(await pictureRows()).toEqual([]);
    await sealedPictures.tidy();
    expect([await inStore(), await objectRows()]).toEqual([[], []]);
  });
});

describe('a picture that is deleted', () => {
  it('is deleted from the store, whoever deletes the row, and only if the row is gone', async () => {
    const { pictures, sealedPictures } = open();
    const [gone, kept] = [await upload(pictures, 1), await upload(pictures, 2)];
    const undone = inTransaction(database.pool, async client => {
      await client.query('delete from pictures');
      throw new RangeError('undone');
    });
    await expect(undone).rejects.toThrow(RangeError);
    await sealedPictures.tidy();
    expect(await inStore()).toHaveLength(2);
    await database.pool.query('delete from pictures where id = $1', [gone]);
    await sealedPictures.tidy();
    expect(await inStore()).toEqual((await pictureRows()).map(row => row.object_key));
    expect((await pictures.read(kept)).contentType).toBe('image/jpeg');
    // Nothing refers to it for two days.
    nowMs += 3 * DAY_MS;
    await pictures.forgetOld();
    await sealedPictures.tidy();
    expect([await inStore(), await objectRows()]).toEqual([[], []]);
  });

  it('is deleted later, if the store is silent', async () => {
    const { pictures, sealedPictures } = open();
    await upload(pictures, 1);
    await database.pool.query('delete from pictures');
    objects.mood = 'silent';
    await expect(sealedPictures.tidy()).rejects.toThrow(ObjectStoreError);
    expect(await objectRows()).toHaveLength(1);
    objects.mood = 'well';
    await Promise.all([sealedPictures.tidy(), sealedPictures.tidy()]);
    expect([await inStore(), await objectRows()]).toEqual([[], []]);
  });
});

describe('pictures that were in their rows', () => {
  it('move into the store, once there is one', async () => {
    const before = open(null);
    const ids = [await upload(before.pictures, 1), await upload(before.pictures, 2)];
    const chat = {
      visitorHash: Buffer.alloc(32, 3),
      contentType: 'image/jpeg',
      width: 1,
      height: 1,
      sizeBytes: 4,
      createdAtMs: 0,
    };
    await before.sealedPictures.keep('chat-picture:7', Buffer.from('chat'), (db, place) =>
      insertRow(db, 'chat_pictures', { id: 7, ...chat, ...place }),
    );
    const shown = await Promise.all(ids.map(id => before.pictures.read(id)));
    const { pictures, sealedPictures } = open();
    await sealedPictures.tidy();
    expect((await pictureRows()).every(row => row.sealed === null)).toBe(true);
    expect(await inStore()).toHaveLength(3);
    expect(await Promise.all(ids.map(id => pictures.read(id)))).toEqual(shown);
    const [row] = await rowsOf<{ sealed: null; objectKey: string }>(
      'select sealed, object_key as "objectKey" from chat_pictures',
    );
    expect((await sealedPictures.open('chat-picture:7', row!)).toString()).toBe('chat');
    await database.pool.query('delete from chat_pictures');
    await sealedPictures.tidy();
    expect(await inStore()).toHaveLength(2);
  });

  it('stay where they are while the store is silent; one that is deleted meanwhile is gone there, too', async () => {
    await upload(open(null).pictures, 1);
    const { sealedPictures } = open();
    objects.mood = 'silent';
    await expect(sealedPictures.tidy()).rejects.toThrow(ObjectStoreError);
    expect(await pictureRows()).toMatchObject([{ sealed: expect.any(Buffer), object_key: null }]);
    objects.mood = 'well';
    objects.before = async () => void (await database.pool.query('delete from pictures'));
    await sealedPictures.tidy();
    nowMs += HOUR_MS;
    await sealedPictures.tidy();
    expect([await inStore(), await objectRows(), await pictureRows()]).toEqual([[], [], []]);
  });
});

it('objects that the database does not know are kept for a week, and known ones for ever', async () => {
  const { pictures, sealedPictures } = open();
  await upload(pictures, 1);
  const [known = ''] = await inStore();
  await objects.putIfAbsent('pictures/of-a-later-state', Buffer.from('sealed'));
  await objects.putIfAbsent('other/thing', Buffer.from('of somebody else'));
  await sealedPictures.findUnknown();
  nowMs += 6 * DAY_MS;
  await sealedPictures.findUnknown();
  await sealedPictures.tidy();
  expect(await inStore()).toHaveLength(2);
  nowMs += DAY_MS;
  await sealedPictures.tidy();
  expect(await inStore()).toEqual([known]);
  expect(await Array.fromAsync(objects.list('other/'))).toHaveLength(1);
});

const found = await findCeph();
const skipped = 'missing' in found ? ` (skipped: ${found.missing})` : '';

describe.skipIf(skipped !== '')(`a server with Ceph’s store${skipped}`, () => {
  let ceph: Ceph;
  beforeAll(async () => {
    if (!('missing' in found)) ceph = await Ceph.start(found);
  }, 120_000);
  afterAll(() => ceph?.stop());

  it('keeps, shows and deletes pictures, and says so when it cannot', async () => {
    const { url, region, keyId, secret } = await ceph.bucket();
    const server = await TestServer.start({
      settings: {
        OBJECT_STORE_URL: url,
        OBJECT_STORE_REGION: region,
        OBJECT_STORE_KEY_ID: keyId,
        OBJECT_STORE_SECRET: secret,
      },
    });
    try {
      const { token } = await server.customer();
      const show = (id: number) =>
        server.app.inject({ url: `/api/picture?picture_id=${id}`, headers: { authorization: token } });
      const picture = await uploadPicture(server, token, 'voucher', await samplePicture(1));
      const shown = await show(picture.picture_id);
      expect([shown.statusCode, shown.rawPayload.length]).toEqual([200, picture.size_bytes]);
      const removed = await uploadPicture(server, token, 'voucher', await samplePicture(2));
      const { rows } = await server.database.pool.query('delete from pictures where id = $1', [
        removed.picture_id,
      ]);
      expect(rows).toEqual([]);
      await server.services.sealedPictures.tidy();
      const { rows: left } = await server.database.pool.query('select key from sealed_objects');
      expect(left).toHaveLength(1);
      await ceph.stop();
      expect((await show(picture.picture_id)).statusCode).toBe(503);
      const refused = await sendPicture(server, token, await samplePicture(3));
      expect([refused.status, refused.body]).toMatchObject([
        503,
        { type: 'error', code: 'picture_unavailable' },
      ]);
    } finally {
      await server.close();
    }
  }, 60_000);
});
