import { expect, it } from 'vitest';
import type { Difference } from './compare-results.ts';
import { Differences } from './differences.ts';
import { parseExpected, type ExpectedDifference } from './expected.ts';

const fee = (field = 'traded.takerFeeMinor', before = '1'): Difference => ({
  kind: 'events',
  what: [field],
  before,
  after: '2',
});
const rule: ExpectedDifference = {
  command: 'placeOrder',
  kind: 'events',
  what: ['traded.takerFeeMinor', 'traded.makerFeeMinor'],
  why: 'fees are rounded up',
};

it('counts differences of one kind together, and keeps the first clean example', () => {
  const differences = new Differences([]);
  expect(differences.add('placeOrder', 7, fee(), false)).not.toBeNull();
  expect(differences.add('placeOrder', 8, fee('traded.takerFeeMinor', '3'), true)).toBeNull();
  expect(differences.add('placeOrder', 9, fee(), true)).toBeNull();
  expect(differences.groups).toEqual([
    {
      command: 'placeOrder',
      kind: 'events',
      what: ['traded.takerFeeMinor'],
      first: 2,
      later: 1,
      expected: null,
      example: { sequence: 8, before: '3', after: '2' },
    },
  ]);
  expect(differences.unexpected).toBe(3);
});

it('what may only follow from an expected difference must be expected, too', () => {
  const differences = new Differences([rule]);
  differences.add('placeOrder', 7, fee(), true);
  differences.add('cancelOrder', 8, fee(), false);
  expect(differences.unexpected).toBe(1);
  expect(differences.groups).toMatchObject([
    { command: 'cancelOrder', first: 0, later: 1, expected: null },
    { command: 'placeOrder', first: 1, expected: rule.why },
  ]);
});

it('expects a difference only of its command, its kind and in its fields', () => {
  const differences = new Differences([rule]);
  expect(differences.unseen).toEqual([rule]);
  differences.add('placeOrder', 1, fee(), false);
  expect(differences.unseen).toEqual([rule]);
  differences.add('placeOrder', 2, fee(), true);
  expect(differences.unseen).toEqual([]);
  expect(differences.unexpected).toBe(0);
  differences.add('placeOrder', 3, fee('traded.priceTicks'), true);
  differences.add('closePosition', 4, fee(), true);
  differences.add('placeOrder', 5, { ...fee(), kind: 'balances' }, true);
  expect(differences.unexpected).toBe(3);
  // What nobody expected stands first.
  expect(differences.groups.map(group => group.expected === null)).toEqual([true, true, true, false]);
});

it('stays small however many kinds there are, and still counts them', () => {
  const differences = new Differences([], 10);
  for (let i = 0; i < 1_000; i++) differences.add('placeOrder', i, fee(`field ${i}`), true);
  expect(differences.groups).toHaveLength(10);
  expect(differences.beyond).toBe(990);
  expect(differences.unexpected).toBe(1_000);
});

it('reads a file of expected differences, and says what is wrong with one', () => {
  expect(parseExpected(JSON.stringify([rule, { ...rule, command: '*', what: '*' }]))).toEqual([
    rule,
    { ...rule, command: '*', what: '*' },
  ]);
  for (const [text, words] of [
    ['{', 'no JSON'],
    ['{}', 'a list'],
    ['[3]', 'expected difference 1 is no object'],
    [JSON.stringify([rule, { ...rule, kind: 'mood' }]), 'expected difference 2: kind is one of'],
    [JSON.stringify([{ ...rule, what: [] }]), 'what is'],
    [JSON.stringify([{ ...rule, why: '' }]), 'does not say why'],
    [JSON.stringify([{ ...rule, command: 1 }]), 'names no command'],
    [JSON.stringify([{ ...rule, until: 1 }]), 'has a field until'],
  ] as const)
    expect(() => parseExpected(text)).toThrow(words);
});
