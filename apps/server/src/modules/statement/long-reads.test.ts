import { expect, it } from 'vitest';
import type { Reads } from '../../database/reads.ts';
import { historyOn } from '../../engine/replicas/history-pool.ts';
import { LongReads } from './long-reads.ts';

const here = new AbortController().signal;

it.each([
  [12, 4],
  [6, 2],
  [2, 1],
])('of %i connections sums and walks together have %i at most', async (connections, most) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  let seen = 0;
  const query = async () => {
    seen = Math.max(seen, ++running);
    await new Promise<void>(resolve => waiting.push(resolve));
    running--;
    return { rows: [] };
  };
  const db = { query } as unknown as Reads;
  const reads = new LongReads(historyOn(db, connections));
  const walk = reads.inTurn(reads.reading());
  const asked = Array.from({ length: 8 }, (_, at) => [
    reads.run(at, here, given => given.query('a sum')),
    walk.query('a look'),
  ]).flat();
  const state = { open: true };
  const all = Promise.all(asked).finally(() => (state.open = false));
  for (let turns = 0; state.open && turns < 10_000; turns++) {
    for (const one of waiting.splice(0)) one();
    await Promise.resolve();
  }
  await all;
  expect(seen).toBe(most);
});
