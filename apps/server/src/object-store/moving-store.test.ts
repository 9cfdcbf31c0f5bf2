import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderStore } from './folder-store.ts';
import { MovingStore } from './moving-store.ts';
import { ObjectStoreError } from './object-store.ts';

const text = Buffer.from('text');
const other = Buffer.from('other');
const never = new AbortController().signal;

let folder: string;
let from: FolderStore;
let to: FolderStore;
let store: MovingStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tallystick-moving-'));
  from = new FolderStore(path.join(folder, 'from'));
  to = new FolderStore(path.join(folder, 'to'));
  store = new MovingStore(from, to, 'files/');
});
afterEach(() => rm(folder, { recursive: true }));

it('objects are read before, while and after they move', async () => {
  for (const key of ['files/1', 'files/2', 'rest/3']) await from.putIfAbsent(key, text);
  await to.putIfAbsent('files/4', other);
  const read = () => Promise.all(['files/1', 'files/2', 'rest/3', 'files/4'].map(key => store.get(key)));
  const all = [text, text, null, other];
  expect(await read()).toEqual(all);
  const reads: unknown[] = [];
  const over = { yet: false };
  const reading = (async () => {
    while (!over.yet) reads.push(await read());
  })();
  const moved = await store.move(never);
  over.yet = true;
  await reading;
  expect(reads.filter(one => JSON.stringify(one) !== JSON.stringify(all))).toEqual([]);
  expect(moved).toBe(2);
  expect(await read()).toEqual(all);
  // What is not below the prefix stays.
  expect(await Array.fromAsync(from.list(''))).toEqual(['rest/3']);
  expect(await Array.fromAsync(store.list('files/'))).toEqual(['files/1', 'files/2', 'files/4']);
});

it('a move that was cut short goes on, and one over another object does not', async () => {
  await from.putIfAbsent('files/1', text);
  await to.putIfAbsent('files/1', text);
  await from.putIfAbsent('files/2', text);
  await to.putIfAbsent('files/2', other);
  await expect(store.move(never)).rejects.toThrow(ObjectStoreError);
  expect(await Array.fromAsync(from.list(''))).toEqual(['files/2']);
  expect([await from.get('files/2'), await to.get('files/2')]).toEqual([text, other]);
});

it('a move stops when it is told to', async () => {
  await from.putIfAbsent('files/1', text);
  expect(await store.move(AbortSignal.abort())).toBe(0);
  expect(await from.get('files/1')).toEqual(text);
});
