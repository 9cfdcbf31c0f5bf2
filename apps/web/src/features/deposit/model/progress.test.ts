import { expect, test } from 'vitest';
import { progressOf, toneOf } from './progress.ts';

const at = { created_at_ms: 1_000, decided_at_ms: 2_000 };
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
  const states = ['processing', 'passed', 'rejected', 'reversed', 'confirming', 'below_minimum'] as const;
  expect(states.map(toneOf)).toEqual(['wait', 'good', 'bad', 'bad', 'wait', 'quiet']);
});
