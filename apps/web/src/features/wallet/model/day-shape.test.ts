import { expect, test } from 'vitest';
import { dayShape } from './day-shape.ts';
import { ADA, BTC, exampleBalance, USDT } from './testing/example-wallet.ts';

const day = (base: typeof BTC, quote: typeof BTC, sparkline: string[]) => ({
  market: { base, quote },
  sparkline,
});
const held = [
  exampleBalance('spot', USDT, { total: '100' }),
  exampleBalance('spot', BTC, { total: '0.5' }),
  exampleBalance('spot', ADA, { total: '0' }),
];

test('sums amount × close over what is held, counted back from now', () => {
  const days = [day(ADA, USDT, ['9']), day(BTC, USDT, ['10', '20', '30'])];
  expect(dayShape(held, days)).toEqual(['105', '110', '115']);
  const two = [...held, exampleBalance('spot', ADA, { total: '10' })];
  expect(dayShape(two, [day(ADA, USDT, ['1', '2']), days[1]!])).toEqual(['120', '135']);
});

test('draws nothing without a moving price', () => {
  expect(dayShape(held.slice(0, 1), [day(BTC, USDT, ['1', '2'])])).toEqual([]);
  expect(dayShape(held, [day(BTC, USDT, ['1'])])).toEqual([]);
  expect(dayShape(held, [day(BTC, ADA, ['1', '2'])])).toEqual([]);
});
