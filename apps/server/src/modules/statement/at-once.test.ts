import { expect, it } from 'vitest';
import { AtOnce } from './at-once.ts';

const here = new AbortController().signal;

/** Work that goes on until it is let go. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, end: resolve };
}

it('does so much at once, the rest in its order, and refuses what is too much', async () => {
  const atOnce = new AtOnce({ running: 2, waiting: 2, ofOne: 9 });
  const begun: number[] = [];
  const begins = [1, 2, 3, 4].map(work);
  const works = [1, 2, 3, 4].map(work);
  const runs = works.map(({ promise }, at) =>
    atOnce.run(at, here, () => {
      begun.push(at);
      begins[at]!.end();
      return promise;
    }),
  );
  await expect(atOnce.run(9, here, () => Promise.resolve())).rejects.toMatchObject({ code: 'busy' });
  expect(begun).toEqual([0, 1]);
  works[1]!.end();
  await begins[2]!.promise;
  expect(begun).toEqual([0, 1, 2]);
  for (const { end } of works) end();
  await Promise.all(runs);
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(await atOnce.run(9, here, () => Promise.resolve('done'))).toBe('done');
});

it('refuses one who has too much under way, and nobody else; what fails makes room, too', async () => {
  const atOnce = new AtOnce({ running: 9, waiting: 9, ofOne: 2 });
  const [first, second] = [work(), work()];
  const runs = [atOnce.run(1, here, () => first.promise), atOnce.run(1, here, () => second.promise)];
  const more = () => atOnce.run(1, here, () => Promise.reject(new Error('failed')));
  await expect(more()).rejects.toMatchObject({ code: 'rate_limited', data: { retry_after_s: 1 } });
  expect(await atOnce.run(2, here, () => Promise.resolve('done'))).toBe('done');
  first.end();
  await runs[0];
  for (let i = 0; i < 3; i++) await expect(more()).rejects.toThrow('failed');
  second.end();
  await runs[1];
});

it('forgets who is gone while they wait', async () => {
  const atOnce = new AtOnce({ running: 1, waiting: 1, ofOne: 9 });
  const long = work();
  const running = atOnce.run(1, here, () => long.promise);
  const asker = new AbortController();
  let done = 0;
  const count = async () => void done++;
  const waiting = atOnce.run(2, asker.signal, count);
  asker.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'statement_busy' });
  const next = atOnce.run(3, here, count);
  long.end();
  await Promise.all([running, next]);
  expect(done).toBe(1);
  await expect(atOnce.run(2, asker.signal, count)).rejects.toMatchObject({ code: 'statement_busy' });
});
