import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SILENT_LOG } from '../database/log.ts';
import { EngineError, ExchangeHalted, HaltError, OtherVersion } from '../engine/engine-error.ts';
import { haltAll } from './halt-all.ts';

const WRONG = new HaltError('the tables differ from the journal');

let told: unknown[];
let ended: unknown[];
beforeEach(() => {
  told = [];
  ended = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** What to call with a failure, in a process whose database does this when it is told to remember it. */
function halting(ask: () => Promise<unknown>): (error: unknown) => void {
  return haltAll({
    pool: { ask: ask as never },
    news: { tell: news => void told.push(news) },
    finder: 'the test',
    log: SILENT_LOG,
    onFatal: error => ended.push(error),
  });
}

it('ends once the database remembers it', async () => {
  halting(() => Promise.resolve([]))(WRONG);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([{ kind: 'halt' }]);
  expect(ended).toEqual([expect.any(ExchangeHalted)]);
});

it('ends by itself, and remembers it, where the database does not answer', async () => {
  const answer = Promise.withResolvers<unknown>();
  halting(() => answer.promise)(WRONG);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  // Not ExchangeHalted, which the process's own record would leave to the database.
  expect(ended).toEqual([WRONG]);
  answer.resolve([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([{ kind: 'halt' }]);
  expect(ended).toEqual([WRONG, expect.any(ExchangeHalted)]);
});

it('stops nobody else for what says nothing about the books', async () => {
  const ask = vi.fn(() => Promise.resolve([]));
  const others = [
    new OtherVersion('logic version 9 has written'),
    new EngineError('refused', { cause: new OtherVersion('logic version 9 has written') }),
    new ExchangeHalted('another process has found it'),
    new Error('unforeseen'),
  ];
  for (const error of others) halting(ask)(error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toEqual(others);
  expect(ask.mock.calls).toEqual([]);
});
