import { expect, test } from 'vitest';
import { leaveField, shownProblem, UNTOUCHED, type Problem, type Touched } from './problem.ts';

type P = Problem<'missing' | 'too_much' | 'unclear', 'amount' | 'text'>;
const missing: P = { code: 'missing', field: 'amount' };
const tooMuch: P = { code: 'too_much', field: 'amount' };
const unclear: P = { code: 'unclear', field: 'text' };
const tried: Touched = { tried: true, left: [] };

test('untouched fields show no problem', () => {
  expect(shownProblem([missing], 'amount', UNTOUCHED)).toBeUndefined();
});

test('a field that was left shows its problem, but no other field does', () => {
  const left = leaveField<string>(UNTOUCHED, 'amount');
  expect(shownProblem([missing, unclear], 'amount', left)).toBe(missing);
  expect(shownProblem([missing, unclear], 'text', left)).toBeUndefined();
});

test('after trying to send, every field shows its first problem', () => {
  expect(shownProblem([missing, tooMuch, unclear], 'amount', tried)).toBe(missing);
  expect(shownProblem([missing, tooMuch, unclear], 'text', tried)).toBe(unclear);
  expect(shownProblem([missing], 'text', tried)).toBeUndefined();
});

test('wrong input shows at once if the form can tell it from unfinished input', () => {
  expect(shownProblem([missing], 'amount', UNTOUCHED, ['missing'])).toBeUndefined();
  expect(shownProblem([tooMuch], 'amount', UNTOUCHED, ['missing'])).toBe(tooMuch);
});

test('leaving a field again changes nothing', () => {
  const once = leaveField<string>(UNTOUCHED, 'amount');
  expect(leaveField(once, 'amount')).toBe(once);
});
