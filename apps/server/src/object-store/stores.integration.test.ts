import { createServer, type Server } from 'node:http';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Ceph, findCeph } from '../testing/ceph.ts';
import { scratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { FolderStore } from './folder-store.ts';
import { MOST_OBJECT_BYTES, ObjectStoreError, type ObjectStore } from './object-store.ts';
import { S3Store, type S3Options } from './s3-store.ts';

const found = await findCeph();
const skipped = 'missing' in found ? ` (skipped: ${found.missing})` : '';
const hello = Buffer.from('hello');
const other = Buffer.from('other');

let folder: ScratchFolder;
let ceph: Ceph;
beforeAll(async () => {
  if (!('missing' in found)) ceph = await Ceph.start(found);
}, 120_000);
afterAll(() => ceph?.stop());
beforeEach(async () => {
  folder = await scratchFolder('objects');
});
afterEach(() => folder.remove());

async function keysOf(store: ObjectStore, prefix: string): Promise<string[]> {
  return Array.fromAsync(store.list(prefix));
}

const STORES: readonly [string, boolean, () => Promise<ObjectStore>][] = [
  ['a folder', false, async () => new FolderStore(path.join(folder.path, 'objects'))],
  [`Ceph${skipped}`, skipped !== '', async () => new S3Store(await ceph.bucket())],
];

for (const [name, isMissing, make] of STORES) {
  describe.skipIf(isMissing)(`objects in ${name}`, () => {
    let store: ObjectStore;
    beforeEach(async () => {
      store = await make();
    });

    it('are what was written, until they are deleted', async () => {
      expect(await store.get('a/b')).toBe(null);
      expect(await store.putIfAbsent('a/b', hello)).toBe(true);
      expect(await store.get('a/b')).toEqual(hello);
      await store.delete('a/b');
      await store.delete('a/b');
      expect(await store.get('a/b')).toBe(null);
      expect(await store.putIfAbsent('a/b', other)).toBe(true);
      expect(await store.get('a/b')).toEqual(other);
    });

    it('are never overwritten: of many writers one wins', async () => {
      const texts = Array.from({ length: 8 }, (_, i) => Buffer.from(`writer ${i}`));
      const won = await Promise.all(texts.map(text => store.putIfAbsent('a/one', text)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await store.get('a/one')).toEqual(texts[won.indexOf(true)]);
      expect(await store.putIfAbsent('a/one', hello)).toBe(false);
    });

    it('may be empty, and hold any byte', async () => {
      const bytes = Buffer.from(Uint8Array.from({ length: 100_000 }, (_, i) => (i * i) % 256));
      await store.putIfAbsent('empty', Buffer.alloc(0));
      await store.putIfAbsent('bytes', bytes);
      expect(await store.get('empty')).toEqual(Buffer.alloc(0));
      expect((await store.get('bytes'))?.equals(bytes)).toBe(true);
    });

    it('are listed by prefix, in order', async () => {
      expect(await keysOf(store, 'a/')).toEqual([]);
      for (const key of ['a/10', 'a/b/1', 'a/2', 'ab/3', 'b']) await store.putIfAbsent(key, hello);
      expect(await keysOf(store, 'a/')).toEqual(['a/10', 'a/2', 'a/b/1']);
      expect(await keysOf(store, 'a')).toEqual(['a/10', 'a/2', 'a/b/1', 'ab/3']);
      expect(await keysOf(store, '')).toHaveLength(5);
      expect(await keysOf(store, 'c/')).toEqual([]);
    });

    it('have keys that lead nowhere else, and a bounded size', async () => {
      for (const key of [
        '',
        '/a',
        'a/',
        'a//b',
        '../a',
        'a/../b',
        'a/.b',
        'A',
        'ä',
        'a b',
        'a'.repeat(201),
      ]) {
        await expect(store.get(key)).rejects.toThrow(RangeError);
        await expect(store.putIfAbsent(key, hello)).rejects.toThrow(RangeError);
      }
      const large = Buffer.alloc(MOST_OBJECT_BYTES + 1);
      await expect(store.putIfAbsent('a', large)).rejects.toThrow(RangeError);
      expect(await keysOf(store, '')).toEqual([]);
    });
  });
}

describe('a folder', () => {
  it('ignores what is none of its objects, and leaves no drafts', async () => {
    const store = new FolderStore(folder.path);
    await mkdir(path.join(folder.path, 'a'));
    await writeFile(path.join(folder.path, 'a', '.draft'), 'left by a crash');
    await writeFile(path.join(folder.path, 'a', 'NOTES.txt'), 'by hand');
    await store.putIfAbsent('a/b', hello);
    await store.putIfAbsent('a/b', hello);
    expect(await keysOf(store, '')).toEqual(['a/b']);
    expect((await readdir(path.join(folder.path, 'a'))).toSorted()).toEqual(['.draft', 'NOTES.txt', 'b']);
    expect(await store.get('a/b/c')).toBe(null);
  });

  it('that cannot be written says so', async () => {
    await writeFile(path.join(folder.path, 'objects'), 'a file');
    const store = new FolderStore(path.join(folder.path, 'objects'));
    await expect(store.putIfAbsent('a', hello)).rejects.toThrow(ObjectStoreError);
    await rm(path.join(folder.path, 'objects'));
    expect(await store.putIfAbsent('a', hello)).toBe(true);
  });
});

describe.skipIf(skipped !== '')(`Ceph${skipped}`, () => {
  it('lists more than one answer has room for', async () => {
    const store = new S3Store(await ceph.bucket());
    const keys = Array.from({ length: 1_003 }, (_, i) => `many/${String(i).padStart(5, '0')}`);
    for (let at = 0; at < keys.length; at += 50) {
      await Promise.all(keys.slice(at, at + 50).map(key => store.putIfAbsent(key, hello)));
    }
    expect(await keysOf(store, 'many/')).toEqual(keys);
  }, 120_000);

  it('refuses a wrong key and a missing bucket: neither looks like a missing object', async () => {
    const options = await ceph.bucket();
    const stranger = new S3Store({ ...options, secret: 'wrong' });
    await expect(stranger.get('a')).rejects.toThrow(/403 \(SignatureDoesNotMatch\)/);
    await expect(stranger.putIfAbsent('a', hello)).rejects.toThrow(ObjectStoreError);
    const nowhere = new S3Store({ ...options, url: `${options.url}-other` });
    await expect(nowhere.get('a')).rejects.toThrow(/404 \(NoSuchBucket\)/);
    await expect(keysOf(nowhere, '')).rejects.toThrow(/404 \(NoSuchBucket\)/);
  });
});

describe('a store with troubles', () => {
  let server: Server;
  let asked: string[];
  /** What happens to the requests, in turn; then they are answered with 200. */
  let troubles: (number | 'lost')[];
  let kept: Map<string, Buffer>;
  let options: S3Options;
  beforeEach(async () => {
    asked = [];
    troubles = [];
    kept = new Map();
    server = createServer(async (request, response) => {
      const parts = await Array.fromAsync(request);
      asked.push(`${request.method} ${request.url}`);
      const trouble = troubles.shift();
      if (typeof trouble === 'number')
        return response.writeHead(trouble).end('<Error><Code>Trouble</Code></Error>');
      const key = request.url ?? '';
      const isThere = kept.has(key);
      if (request.method === 'PUT' && !isThere) kept.set(key, Buffer.concat(parts as Buffer[]));
      if (trouble === 'lost') return request.socket.destroy();
      if (request.method === 'PUT') return response.writeHead(isThere ? 412 : 200).end();
      return response.writeHead(isThere ? 200 : 404).end(kept.get(key) ?? '<Code>NoSuchKey</Code>');
    }).listen(0, '127.0.0.1');
    await new Promise(resolve => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    options = { url: `http://127.0.0.1:${port}/b`, region: 'r', keyId: 'k', secret: 's', pauseMs: 1 };
  });
  afterEach(() => new Promise(resolve => server.close(resolve)));

  it('is asked again, three times at most', async () => {
    const store = new S3Store(options);
    troubles = [503, 409];
    expect(await store.putIfAbsent('a', hello)).toBe(true);
    troubles = [500, 503, 502, 500];
    await expect(store.get('a')).rejects.toThrow('answered GET /a with 502 (Trouble)');
    expect(asked).toHaveLength(6);
  });

  it('is not asked again where that would not help', async () => {
    troubles = [403];
    await expect(new S3Store(options).get('a')).rejects.toThrow(ObjectStoreError);
    expect(asked).toEqual(['GET /b/a']);
  });

  it('that loses its answer has still taken what is ours, and only that', async () => {
    const store = new S3Store(options);
    troubles = ['lost'];
    expect(await store.putIfAbsent('a', hello)).toBe(true);
    kept.set('/b/c', other);
    troubles = ['lost'];
    expect(await store.putIfAbsent('c', hello)).toBe(false);
    // Equal bytes of somebody else are somebody else's.
    expect(await store.putIfAbsent('a', hello)).toBe(false);
  });

  it('that is silent is given up at once, and left alone for a while', async () => {
    server.removeAllListeners('request');
    let silences = 0;
    server.on('request', () => void silences++);
    const store = new S3Store({ ...options, timeoutMs: 30, restMs: 100 });
    await expect(store.get('a')).rejects.toThrow('did not answer GET /a');
    await expect(store.get('a')).rejects.toThrow('was silent: it is not asked GET /a');
    await expect(store.putIfAbsent('b', hello)).rejects.toThrow('it is not asked PUT /b');
    expect(silences).toBe(1);
    await expect
      .poll(() => store.get('a').catch((error: Error) => error.message))
      .toContain('did not answer GET /a');
    expect(silences).toBe(2);
    server.closeAllConnections();
  });
});
