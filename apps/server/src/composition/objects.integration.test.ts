import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings, SettingsError, type Settings } from '../config/settings.ts';
import type { Database } from '../database/database.ts';
import { SILENT_LOG } from '../database/log.ts';
import { Stops } from '../module/stops.ts';
import { ObjectStoreError } from '../object-store/object-store.ts';
import { S3Store, type S3Options } from '../object-store/s3-store.ts';
import { Ceph, findCeph } from '../testing/ceph.ts';
import { createTestDatabase } from '../testing/database.ts';
import { MemoryBucket } from '../testing/memory-bucket.ts';
import { freePort } from '../testing/run-server.ts';
import { scratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { openObjects, type Objects } from './objects.ts';

const found = await findCeph();
const skipped = 'missing' in found ? ` (skipped: ${found.missing})` : '';

let ceph: Ceph;
let database: Database;
let folder: ScratchFolder;
let stops: Stops;
beforeAll(async () => {
  if (!('missing' in found)) ceph = await Ceph.start(found);
}, 120_000);
afterAll(() => ceph?.stop());
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await scratchFolder('data');
  stops = new Stops();
});
afterEach(async () => {
  await stops.run();
  await database.close();
  await folder.remove();
});

/** As a server does at each start. */
function open(bucket: S3Options | null, pool = database.pool, alone = true): Promise<Objects> {
  const given: Partial<Settings> =
    bucket === null
      ? {}
      : {
          OBJECT_STORE_URL: bucket.url,
          OBJECT_STORE_REGION: bucket.region,
          OBJECT_STORE_KEY_ID: bucket.keyId,
          OBJECT_STORE_SECRET: bucket.secret,
        };
  const settings = { ...readSettings({}), DATA_DIR: folder.path, ...given };
  return openObjects({ settings, pool, log: SILENT_LOG, stops, alone });
}

const CHECKPOINT = Buffer.from(`test.example/log\n40\n${'0'.repeat(64)}\n`);
const ARCHIVE = 'price-log/000000000001.ndjson.gz';

async function earlierInstallation(): Promise<void> {
  await writeFile(path.join(folder.path, 'price-log-checkpoint'), CHECKPOINT);
  await mkdir(path.join(folder.path, 'price-log'));
  await writeFile(path.join(folder.path, ARCHIVE), 'ticks');
  await writeFile(path.join(folder.path, 'price-log', '000000000257.ndjson.gz.next'), 'half written');
}

describe('what an earlier version left in DATA_DIR', () => {
  it('is in the folder of objects after the start', async () => {
    await earlierInstallation();
    for (let start = 0; start < 2; start++) {
      const { objects, sharedObjects } = await open(null);
      expect(sharedObjects).toBe(null);
      expect(await objects.get('witness/price/000000000001')).toEqual(CHECKPOINT);
      expect(await objects.get(ARCHIVE)).toEqual(Buffer.from('ticks'));
    }
    expect((await readdir(folder.path)).toSorted()).toEqual(['objects', 'price-log']);
    expect(await readdir(path.join(folder.path, 'price-log'))).toEqual(['000000000257.ndjson.gz.next']);
  });

  it.skipIf(skipped !== '')(`is in the shared store${skipped}, where other machines find it`, async () => {
    await earlierInstallation();
    const bucket = await ceph.bucket();
    const { objects, sharedObjects } = await open(bucket);
    expect(await sharedObjects?.get('witness/price/000000000001')).toEqual(CHECKPOINT);
    // While it is on its way, too.
    expect(await objects.get(ARCHIVE)).toEqual(Buffer.from('ticks'));
    await stops.run();
    const other = await scratchFolder('data');
    try {
      const elsewhere = new S3Store(bucket);
      expect(await elsewhere.get(ARCHIVE)).toEqual(Buffer.from('ticks'));
    } finally {
      await other.remove();
    }
    const left = await readdir(path.join(folder.path, 'objects'), { recursive: true, withFileTypes: true });
    expect(left.filter(entry => entry.isFile())).toEqual([]);
  });
});

describe.skipIf(skipped !== '')(`the shared store${skipped}`, () => {
  it('belongs to one installation, at however many machines', async () => {
    const bucket = await ceph.bucket();
    await open(bucket);
    await open(bucket);
    const another = await createTestDatabase();
    try {
      await expect(open(bucket, another.pool)).rejects.toThrow(
        'OBJECT_STORE_URL belongs to another installation',
      );
    } finally {
      await another.close();
    }
  });

  it('must stay, once it was there', async () => {
    await open(await ceph.bucket());
    await expect(open(null)).rejects.toThrow('OBJECT_STORE_URL is where this installation keeps its objects');
  });

  it('need not answer at a later start, but at the first', async () => {
    const bucket = await ceph.bucket();
    const gone = { ...bucket, url: `http://127.0.0.1:${await freePort()}/bucket` };
    await expect(open(gone)).rejects.toThrow(ObjectStoreError);
    await open(bucket);
    const { objects } = await open(gone);
    await expect(objects.get('witness/price/000000000001')).rejects.toThrow(ObjectStoreError);
  });

  it('with a wrong key, or without its bucket, is refused at each start', async () => {
    const bucket = await ceph.bucket();
    await open(bucket);
    for (const [wrong, why] of [
      [{ ...bucket, secret: 'wrong' }, '403 (SignatureDoesNotMatch)'],
      [{ ...bucket, url: `${bucket.url}-gone` }, '404 (NoSuchBucket)'],
    ] as const) {
      const error = await open(wrong).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(SettingsError);
      expect(String(error)).toMatch(/OBJECT_STORE_URL cannot be used/);
      expect(String(error)).toContain(why);
    }
  });
});

it('one of several processes needs a shared one', async () => {
  await expect(open(null, database.pool, false)).rejects.toThrow('OBJECT_STORE_URL must be given');
});

describe('a bucket in trouble', () => {
  let bucket: MemoryBucket;
  const settings = () => ({ url: bucket.url, region: 'r', keyId: 'k', secret: 's' });
  beforeEach(async () => {
    bucket = await MemoryBucket.open();
  });
  afterEach(() => bucket.close());

  it.each([
    ['is busy for a moment', { status: 503 }],
    ['does not say that it has done it', { status: 503, isDone: true }],
    ['has another writer', { status: 409 }],
  ])('that %s is asked again, and not taken for a wrong one', async (_what, trouble) => {
    // Every request fails once.
    const failed = new Set<string>();
    bucket.trouble = (method, key) => {
      const what = `${method} ${key}`;
      if (failed.has(what)) {
        failed.delete(what);
        return null;
      }
      failed.add(what);
      return trouble;
    };
    const { sharedObjects } = await open(settings());
    expect(sharedObjects).not.toBe(null);
  });

  it.each([
    { status: 503 },
    { status: 500 },
    { status: 412 },
    { status: 429 },
    { status: 403, code: 'RequestTimeTooSkewed' },
  ])('for longer, $status $code, holds up the first start with it, and no later one', async trouble => {
    bucket.trouble = method => (method === 'GET' ? trouble : null);
    const error = await open(settings()).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ObjectStoreError);
    expect(error).not.toBeInstanceOf(SettingsError);
    expect(String(error)).toContain('try again once it answers');
    bucket.trouble = null;
    await open(settings());
    bucket.trouble = () => trouble;
    const { sharedObjects } = await open(settings());
    expect(sharedObjects).not.toBe(null);
  });

  it.each([
    { status: 403, code: 'SignatureDoesNotMatch' },
    { status: 403, code: 'AccessDenied' },
    { status: 404, code: 'NoSuchBucket' },
    { status: 301, code: 'PermanentRedirect' },
    { status: 501, code: 'NotImplemented' },
  ])('that answers $status $code is a wrong setting, at each start', async trouble => {
    await open(settings());
    bucket.trouble = () => trouble;
    const error = await open(settings()).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(SettingsError);
    expect(String(error)).toContain(`OBJECT_STORE_URL cannot be used`);
  });

  it('is left as it was: what was tried out is gone', async () => {
    const { sharedObjects } = await open(settings());
    expect(await Array.fromAsync(sharedObjects!.list(''))).toEqual(['installation']);
  });
});

it('a store that overwrites is refused', async () => {
  const kept = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const parts = (await Array.fromAsync(request)) as Buffer[];
    const { url = '' } = request;
    if (request.method === 'PUT') kept.set(url, Buffer.concat(parts));
    response.writeHead(200).end(kept.get(url));
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const bucket = { url: `http://127.0.0.1:${port}/bucket`, region: 'r', keyId: 'k', secret: 's' };
  await expect(open(bucket)).rejects.toThrow('OBJECT_STORE_URL overwrites what lies in it');
  await new Promise(resolve => server.close(resolve));
});
