import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PrivateStream, type Numbered, type StreamKind } from './private-stream.ts';

type Change = Readonly<Record<string, number>>;
const KIND: StreamKind<Change, Change, Change> = {
  merge: (waiting, change) => ({ ...waiting, ...change }),
  delta: change => change,
  overlay: (state, changes) => Object.assign({}, state, ...changes) as Change,
};

let sent: Numbered<Change>[];
let stream: PrivateStream<Change, Change, Change>;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  stream = new PrivateStream(KIND, message => sent.push(message), 100);
});
afterEach(() => {
  stream.stop();
  vi.useRealTimers();
});

async function snapshotOf(read: () => Promise<Change>): Promise<Numbered<Change>> {
  let taken: Numbered<Change> | undefined;
  await stream.snapshot(read, snapshot => {
    taken = snapshot;
  });
  if (taken === undefined) throw new Error('no snapshot was delivered');
  return taken;
}

it('collects changes and numbers its messages without gaps', () => {
  stream.add({ a: 1 });
  stream.add({ a: 2, b: 1 });
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(100);
  stream.add({ b: 3 });
  vi.advanceTimersByTime(100);
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual([
    { sequence: 1, data: { a: 2, b: 1 } },
    { sequence: 2, data: { b: 3 } },
  ]);
});

it('merges changes that came while the state was read, and numbers the snapshot after them', async () => {
  const reading = Promise.withResolvers<Change>();
  const snapshot = snapshotOf(() => reading.promise);
  stream.add({ a: 9 });
  reading.resolve({ a: 1, b: 1 });
  expect(await snapshot).toEqual({ sequence: 1, data: { a: 9, b: 1 } });
  // Other readers get it as a delta.
  expect(sent).toEqual([{ sequence: 1, data: { a: 9 } }]);
  stream.add({ b: 2 });
  vi.advanceTimersByTime(100);
  expect(sent.at(-1)).toEqual({ sequence: 2, data: { b: 2 } });
});

it('gives each of two overlapping reads the changes since its own start', async () => {
  const first = Promise.withResolvers<Change>();
  const second = Promise.withResolvers<Change>();
  const one = snapshotOf(() => first.promise);
  stream.add({ a: 5 });
  const two = snapshotOf(() => second.promise);
  stream.add({ b: 6 });
  first.resolve({});
  second.resolve({ a: 7 });
  expect((await one).data).toEqual({ a: 5, b: 6 });
  expect((await two).data).toEqual({ a: 7, b: 6 });
});

it('continues after a failed read', async () => {
  await expect(snapshotOf(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  stream.add({ a: 1 });
  expect(await snapshotOf(async () => ({}))).toEqual({ sequence: 1, data: {} });
});
