import { expect, it } from 'vitest';
import { PeriodicJob } from './periodic-job.ts';

const OPTIONS = { everyMs: 3_600_000, log: { error() {} }, failure: 'it failed' };

it('lets nothing pile up behind a turn that hangs: all who ask meanwhile share the next', async () => {
  const turns: PromiseWithResolvers<void>[] = [];
  const job = new PeriodicJob(() => {
    const turn = Promise.withResolvers<void>();
    turns.push(turn);
    return turn.promise;
  }, OPTIONS);
  const first = job.now();
  const asked = Array.from({ length: 1_000 }, () => job.now());
  expect(new Set(asked).size).toBe(1);
  expect(turns).toHaveLength(1);
  turns[0]!.reject(new Error('the database is away'));
  await expect(first).rejects.toThrow('the database is away');
  await expect.poll(() => turns.length).toBe(2);
  const later = job.now();
  turns[1]!.resolve();
  await Promise.all(asked);
  await expect.poll(() => turns.length).toBe(3);
  turns[2]!.resolve();
  await later;
  expect(turns).toHaveLength(3);
});

it('works at once when nothing is under way, and never twice at a time', async () => {
  let working = 0;
  let most = 0;
  const job = new PeriodicJob(async () => {
    most = Math.max(most, ++working);
    await Promise.resolve();
    working--;
  }, OPTIONS);
  for (let i = 0; i < 20; i++) {
    const [before, after] = [job.now(), job.now()];
    await before;
    // Between two turns.
    await Promise.all([after, job.now()]);
  }
  expect(most).toBe(1);
});
