import { expect, test } from 'vitest';
import { stakesOf } from './escrow.ts';

test('stakes are added up by currency, to the last digit', () => {
  const running = [
    { currency: 'USDT', stake: '20' },
    { currency: 'BTC', stake: '0.0001' },
    { currency: 'USDT', stake: '12.345678' },
  ];
  expect(stakesOf(running)).toEqual([
    ['USDT', '32.345678'],
    ['BTC', '0.0001'],
  ]);
  expect(stakesOf([])).toEqual([]);
});
