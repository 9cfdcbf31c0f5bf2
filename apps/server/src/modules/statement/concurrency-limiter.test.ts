import { expect, it } from 'vitest';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

const here = new AbortController().signal;

/** Work that lasts until the test ends it. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, end: resolve };
}

it('runs so much work at once, queues the rest in order, and refuses what exceeds the queue', async () => {
  const limiter = new ConcurrencyLimiter({ running: 2, waiting: 2, ofOne: 9 });
  const begun: number[] = [];
  const begins = [1, 2, 3, 4].map(work);
  const works = [1, 2, 3, 4].map(work);
  const runs = works.map(({ promise }, at) =>
    limiter.run(at, here, () => {
      begun.push(at);
      begins[at]!.end();
      return promise;
    }),
  );
  await expect(limiter.run(9, here, () => Promise.resolve())).rejects.toMatchObject({ code: 'busy' });
  expect(begun).toEqual([0, 1]);
  works[1]!.end();
  await begins[2]!.promise;
  expect(begun).toEqual([0, 1, 2]);
  for (const { end } of works) end();
  await Promise.all(runs);
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(await limiter.run(9, here, () => Promise.resolve('done'))).toBe('done');
});

it('refuses a customer with too much work, and nobody else; failed work frees its place', async () => {
  const limiter = new ConcurrencyLimiter({ running: 9, waiting: 9, ofOne: 2 });
  const [first, second] = [work(), work()];
  const runs = [limiter.run(1, here, () => first.promise), limiter.run(1, here, () => second.promise)];
  const more = () => limiter.run(1, here, () => Promise.reject(new Error('failed')));
  await expect(more()).rejects.toMatchObject({ code: 'rate_limited', data: { retry_after_s: 1 } });
  expect(await limiter.run(2, here, () => Promise.resolve('done'))).toBe('done');
  first.end();
  await runs[0];
  for (let i = 0; i < 3; i++) await expect(more()).rejects.toThrow('failed');
  second.end();
  await runs[1];
});

it('drops queued work whose caller has left', async () => {
  const limiter = new ConcurrencyLimiter({ running: 1, waiting: 1, ofOne: 9 });
  const long = work();
  const running = limiter.run(1, here, () => long.promise);
  const asker = new AbortController();
  let done = 0;
  const count = async () => void done++;
  const waiting = limiter.run(2, asker.signal, count);
  asker.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'statement_busy' });
  const next = limiter.run(3, here, count);
  long.end();
  await Promise.all([running, next]);
  expect(done).toBe(1);
  await expect(limiter.run(2, asker.signal, count)).rejects.toMatchObject({ code: 'statement_busy' });
});
