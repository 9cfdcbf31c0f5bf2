import { expect, it } from 'vitest';
import type { Reads } from '../../../database/reads.ts';
import { historyOn } from '../../../engine/replicas/history-pool.ts';
import { LongReads } from '../long-reads.ts';
import { ProfitBooks } from './walk.ts';

/** A database whose queries wait until the test answers them, with no rows. */
function slowDatabase() {
  const waiting: (() => void)[] = [];
  const counts = { running: 0, most: 0, asked: 0 };
  const query = async () => {
    counts.asked++;
    counts.most = Math.max(counts.most, ++counts.running);
    await new Promise<void>(resolve => waiting.push(resolve));
    counts.running--;
    return { rows: [] };
  };
  /** Answers queries until the work ends; it waits only in microtasks. */
  const answer = async (work: Promise<unknown>): Promise<void> => {
    const state = { open: true };
    const settled = work.finally(() => (state.open = false));
    for (let turns = 0; state.open && turns < 10_000; turns++) {
      for (const one of waiting.splice(0)) one();
      await Promise.resolve();
    }
    await settled;
  };
  return { db: { query } as unknown as Reads, counts, answer };
}

/** In a process with ten connections. */
function readsOf(db: Reads): LongReads {
  return new LongReads(historyOn(db, 10));
}

function books(db: Reads): ProfitBooks {
  return new ProfitBooks(readsOf(db), { markets: () => [], market: () => null }, 3);
}

it('reads 32 histories at once, a query for each three connections at a time; the next is refused', async () => {
  const { db, counts, answer } = slowDatabase();
  const some = books(db);
  const calls = Array.from({ length: 32 }, (_, at) => some.of(at, 'average'));
  await expect(some.of(99, 'average')).rejects.toMatchObject({ code: 'busy' });
  await answer(Promise.all(calls));
  expect(counts.most).toBe(3);
  await answer(some.of(99, 'average'));
});

it('answers one customer four times at once with one walk; a caller who leaves frees a place and the walk continues', async () => {
  const { db, counts, answer } = slowDatabase();
  const some = books(db);
  const asker = new AbortController();
  const calls = [1, 2, 3].map(() => some.of(7, 'fifo'));
  const left = some.of(7, 'average', asker.signal);
  await expect(some.of(7, 'fifo')).rejects.toMatchObject({ code: 'rate_limited' });
  asker.abort();
  await expect(left).rejects.toMatchObject({ code: 'statement_busy' });
  const again = some.of(7, 'average');
  await answer(Promise.all([...calls, again]));
  expect(counts.asked).toBe(2);
});

it('still counts after its calls ended with “still being added up”, until it is finished', async () => {
  const { db, answer } = slowDatabase();
  const impatient = new ProfitBooks(readsOf(db), { markets: () => [], market: () => null }, 3, 0);
  for (let at = 0; at < 32; at++) {
    await expect(impatient.of(at, 'average')).rejects.toMatchObject({ code: 'statement_preparing' });
  }
  await expect(impatient.of(99, 'average')).rejects.toMatchObject({ code: 'busy' });
  await answer(impatient.of(5, 'average'));
  await answer(impatient.of(99, 'average'));
});
