import { expect, test } from 'vitest';
import { pillOf, progressOf, toneOf } from './progress.ts';

const at = { created_at_ms: 1_000, decided_at_ms: 2_000, reversal: null };
const reversal = {
  state: 'announced',
  amount: '1',
  reason: 'wrong_amount',
  text: 'Ten times too much',
  announced_at_ms: 3_000,
  due_at_ms: 4_000,
  may_object: true,
  objection: null,
} as const;
const told = (...args: Parameters<typeof progressOf>) =>
  progressOf(...args).map(({ step, state, atMs }) => `${step} ${state} ${atMs}`);

test.each([
  ['voucher', 'processing', ['announced done 1000', 'review now null', 'credited todo null']],
  ['voucher', 'passed', ['announced done 1000', 'credited done 2000']],
  ['bank', 'rejected', ['announced done 1000', 'rejected bad 2000']],
  ['chain', 'passed', ['arrived done 1000', 'credited done 2000']],
  ['chain', 'reversed', ['arrived done 1000', 'credited done null', 'reversed bad 2000']],
] as const)('a deposit by %s that is %s', (channel, state, expected) => {
  const decided = state === 'processing' ? null : at.decided_at_ms;
  expect(told({ ...at, decided_at_ms: decided, channel, state })).toEqual(expected);
});

test('only what went wrong looks wrong', () => {
  const states = [
    'processing',
    'passed',
    'rejected',
    'reversed',
    'confirming',
    'below_minimum',
    'taking_back',
  ] as const;
  expect(states.map(toneOf)).toEqual(['wait', 'good', 'bad', 'bad', 'wait', 'quiet', 'wait']);
});

test('what was a mistake says so, not that its transfer left the chain', () => {
  const done = { ...reversal, state: 'done' } as const;
  expect(told({ ...at, channel: 'voucher', state: 'reversed', reversal: done })).toEqual([
    'announced done 1000',
    'credited done 2000',
    'corrected bad 4000',
  ]);
});

test.each([
  ['announced', 'taking_back'],
  ['objected', 'taking_back'],
  ['upheld', 'taking_back'],
  ['dropped', 'passed'],
  ['done', 'passed'],
] as const)('a credited deposit whose reversal is %s is shown as %s', (state, shown) => {
  expect(pillOf('passed', { ...reversal, state })).toBe(shown);
  expect(pillOf('passed', null)).toBe('passed');
});
