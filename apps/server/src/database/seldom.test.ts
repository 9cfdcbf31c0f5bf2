import { expect, it } from 'vitest';
import { seldom } from './seldom.ts';

it('of each message one line is written in ten seconds, with how many were left out', () => {
  const lines: (readonly [details: object, message: string])[] = [];
  let nowMs = 0;
  const write = (details: object, message: string): void => void lines.push([details, message]);
  const log = seldom({ info: write, warn: write, error: write }, () => nowMs);
  for (; nowMs < 25_000; nowMs += 100) log.warn({ at: nowMs }, 'a frame is left out');
  log.error({}, 'something else');
  expect(lines).toEqual([
    [{ at: 0 }, 'a frame is left out'],
    [{ at: 10_000, others: 99 }, 'a frame is left out'],
    [{ at: 20_000, others: 99 }, 'a frame is left out'],
    [{}, 'something else'],
  ]);
});
