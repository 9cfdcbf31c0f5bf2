import { expect, test } from 'vitest';
import { progressOf, toneOf } from './progress.ts';

const told = (...args: Parameters<typeof progressOf>) =>
  progressOf(...args).map(({ step, state, atMs }) =>
    [step, state, ...(atMs === null ? [] : [atMs])].join(' '),
  );
const at = { created_at_ms: 1, decided_at_ms: 2 };

test.each([
  ['chain', 'processing', ['requested done 1', 'review now', 'send todo', 'confirm todo', 'passed todo']],
  ['chain', 'approved', ['requested done 1', 'review done 2', 'send now', 'confirm todo', 'passed todo']],
  ['chain', 'sending', ['requested done 1', 'review done 2', 'send done', 'confirm now', 'passed todo']],
  ['chain', 'passed', ['requested done 1', 'review done 2', 'send done', 'confirm done', 'passed done']],
  ['bank', 'approved', ['requested done 1', 'review done 2', 'send now', 'passed todo']],
  ['bank', 'passed', ['requested done 1', 'review done 2', 'send done', 'passed done']],
  ['chain', 'rejected', ['requested done 1', 'rejected bad 2']],
  ['chain', 'cancelled', ['requested done 1', 'cancelled bad 2']],
] as const)('a withdrawal by %s that is %s', (channel, state, expected) => {
  expect(told({ ...at, channel, state })).toEqual(expected);
});

test('only a rejection looks wrong', () => {
  const states = ['processing', 'approved', 'sending', 'passed', 'rejected', 'cancelled'] as const;
  expect(states.map(toneOf)).toEqual(['wait', 'wait', 'wait', 'good', 'bad', 'quiet']);
});
