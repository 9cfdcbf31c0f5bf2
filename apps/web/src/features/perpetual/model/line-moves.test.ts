import { expect, test } from 'vitest';
import { lineId, moveOf, positionOfLine } from './line-moves.ts';
import { BTC_PERPETUAL, examplePosition } from './testing/example-contract.ts';

const long = examplePosition();
const short = examplePosition({ position_id: 8, direction: 'short' });

test.each([
  ['a take-profit', long, 'target', '105000', { kind: 'takeProfit', price: '105000.0' }],
  [
    'a stop-loss, even to the wrong side: the form says so',
    long,
    'stop',
    '105000',
    { kind: 'stopLoss', price: '105000.0' },
  ],
  ['the entry of a long upwards', long, 'entry', '100000.1', { kind: 'takeProfit', price: '100000.1' }],
  ['the entry of a long downwards', long, 'entry', '99999.9', { kind: 'stopLoss', price: '99999.9' }],
  ['the entry of a short upwards', short, 'entry', '101000', { kind: 'stopLoss', price: '101000.0' }],
  ['the entry of a short downwards', short, 'entry', '99000', { kind: 'takeProfit', price: '99000.0' }],
  ['between two steps', long, 'stop', '98765.4321', { kind: 'stopLoss', price: '98765.4' }],
  ['a liquidation line', long, 'liquidation', '98000', undefined],
] as const)('drawing %s', (_, position, tone, price, expected) => {
  expect(moveOf(lineId(position, tone), price, position, BTC_PERPETUAL, '100000')).toEqual(expected);
});

test('without a mark price nothing is judged', () => {
  expect(moveOf(lineId(long, 'entry'), '105000', long, BTC_PERPETUAL, null)).toBeUndefined();
});

test('a line names its position while that is open', () => {
  expect(positionOfLine(lineId(short, 'entry'), [long, short])).toBe(short);
  expect(positionOfLine(lineId(short, 'entry'), [{ ...short, status: 'closed' }])).toBeUndefined();
  // Position 8 is not found by its prefix in `87`.
  expect(positionOfLine('87:entry', [short])).toBeUndefined();
});
