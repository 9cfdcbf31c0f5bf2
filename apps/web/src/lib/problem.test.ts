import { expect, test } from 'vitest';
import { leaveField, shownProblem, UNTOUCHED, type Problem, type Touched } from './problem.ts';

type P = Problem<'missing' | 'too_much' | 'unclear', 'amount' | 'text'>;
const missing: P = { code: 'missing', field: 'amount' };
const tooMuch: P = { code: 'too_much', field: 'amount' };
const unclear: P = { code: 'unclear', field: 'text' };
const tried: Touched = { tried: true, left: [] };

test('nothing is said of what was not touched', () => {
  expect(shownProblem([missing], 'amount', UNTOUCHED)).toBeUndefined();
});

test('a field that was left says what is wrong with it, and no other', () => {
  const left = leaveField<string>(UNTOUCHED, 'amount');
  expect(shownProblem([missing, unclear], 'amount', left)).toBe(missing);
  expect(shownProblem([missing, unclear], 'text', left)).toBeUndefined();
});

test('once sending was tried, every field says its first problem', () => {
  expect(shownProblem([missing, tooMuch, unclear], 'amount', tried)).toBe(missing);
  expect(shownProblem([missing, tooMuch, unclear], 'text', tried)).toBe(unclear);
  expect(shownProblem([missing], 'text', tried)).toBeUndefined();
});

test('what is typed wrongly is said at once where a form knows it from what is unfinished', () => {
  expect(shownProblem([missing], 'amount', UNTOUCHED, ['missing'])).toBeUndefined();
  expect(shownProblem([tooMuch], 'amount', UNTOUCHED, ['missing'])).toBe(tooMuch);
});

test('leaving a field again changes nothing', () => {
  const once = leaveField<string>(UNTOUCHED, 'amount');
  expect(leaveField(once, 'amount')).toBe(once);
});
