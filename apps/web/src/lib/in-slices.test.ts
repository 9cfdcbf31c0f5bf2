import { expect, test } from 'vitest';
import { inSlices } from './in-slices.ts';

/** Work of `count` pieces, each of about a millisecond. */
function* pieces(count: number): Generator<number, string, void> {
  for (let i = 0; i < count; i++) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    yield 1_000;
  }
  return `${count} pieces`;
}

test('long work lets other tasks run in between', async () => {
  let turns = 0;
  let done = false;
  const count = (): void => {
    turns++;
    if (!done) setTimeout(count);
  };
  count();
  expect(await inSlices(pieces(60), new AbortController().signal)).toBe('60 pieces');
  done = true;
  expect(turns).toBeGreaterThan(2);
});

test('aborted work ends', async () => {
  const leaving = new AbortController();
  let worked = 0;
  function* endless(): Generator<number, never, void> {
    for (;;) {
      worked++;
      yield 1;
    }
  }
  const work = inSlices(endless(), leaving.signal);
  leaving.abort(new Error('left'));
  await expect(work).rejects.toThrow('left');
  const before = worked;
  await new Promise(resolve => setTimeout(resolve));
  expect(worked).toBe(before);
});
