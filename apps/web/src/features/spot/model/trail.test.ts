import { describe, expect, test } from 'vitest';
import { unitsOf } from '#lib/market-units.ts';
import { BTC_USDT } from '#lib/testing/example-market.ts';
import { summarise } from './summary.ts';
import { exampleContext } from './testing/example-market.ts';
import { exampleOrder } from './testing/example-order.ts';
import { EMPTY_TICKET, type Ticket } from './ticket.ts';
import { firesByNow, laterTrigger, watchedTicks } from './trail.ts';

const UNITS = unitsOf(BTC_USDT);
const TRAILING = { type: 'trailing_stop', side: 'sell', trail: { by: 'percent', text: '1' } } as const;

describe('where the form says that it fires', () => {
  test.each<[string, Partial<Ticket>, bigint | null]>([
    ['a sale, below the price', TRAILING, 990_000n],
    ['a purchase, above it', { ...TRAILING, side: 'buy' }, 1_010_000n],
    ['at a distance', { ...TRAILING, trail: { by: 'distance', text: '250' } }, 997_500n],
    ['as soon as it begins, later', { ...TRAILING, trigger: '110000' }, 1_089_000n],
    ['from now on, the start being passed', { ...TRAILING, trigger: '90000' }, 990_000n],
    // 1 % of 100,000.5 is 1,000.005: rounded up to whole ticks.
    ['by the index, which lies between ticks', { ...TRAILING, source: 'index' }, 990_004n],
    ['unknown while no distance is given', { ...TRAILING, trail: { by: 'percent', text: '' } }, null],
    ['never', { ...TRAILING, trail: { by: 'distance', text: '100000' } }, null],
  ])('%s', (_name, change, expected) => {
    expect(summarise({ ...EMPTY_TICKET, ...change }, exampleContext()).fireTicks).toBe(expected);
  });

  test('a budget buys what it would at that price', () => {
    const ticket = {
      ...EMPTY_TICKET,
      ...TRAILING,
      side: 'buy',
      size: { unit: 'quote', text: '1010' },
    } as const;
    expect(summarise(ticket, exampleContext())).toMatchObject({ quantityText: '0.01', worstPrice: null });
  });
});

describe('a waiting trailing stop', () => {
  const order = exampleOrder({
    type: 'trailing_stop',
    side: 'sell',
    triggered: false,
    price: null,
    trail_percent: '1',
    trail_trigger_price: '98000.0',
  });

  test('follows the price that is seen', () => {
    expect(firesByNow(order, 1_000_000n, UNITS)).toBe(990_000n);
    expect(firesByNow(order, null, UNITS)).toBeNull();
  });

  test('begins at its activation price', () => {
    const later = { ...order, trail_trigger_price: null, trigger_price: '100000.0' };
    expect(firesByNow(later, 999_999n, UNITS)).toBeNull();
    expect(firesByNow(later, 1_000_000n, UNITS)).toBe(990_000n);
  });

  test('never goes back', () => {
    expect(laterTrigger('sell', 990_000n, 980_000n)).toBe(990_000n);
    expect(laterTrigger('buy', 990_000n, 980_000n)).toBe(980_000n);
    expect(laterTrigger('buy', 980_000n, 990_000n)).toBe(980_000n);
    expect(laterTrigger('sell', null, 980_000n)).toBe(980_000n);
  });
});

test('between ticks the less favourable tick counts', () => {
  expect(watchedTicks('sell', 1_005n, 10n)).toBe(100n);
  expect(watchedTicks('buy', 1_005n, 10n)).toBe(101n);
  expect(watchedTicks('buy', 1_000n, 10n)).toBe(100n);
});
