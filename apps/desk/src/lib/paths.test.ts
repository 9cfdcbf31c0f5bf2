import { expect, it } from 'vitest';
import { fieldOf, inReadingOrder, pathName } from './paths.ts';

const NAMES = { markets: new Map(), currencies: new Map([[3, 'USDT']]) };
const LIMITS = {
  items: [{ currency_id: 3, network: 'TRC20', fee: '1' }],
  tiers: [{ up_to_value: '50000', max_multiple: 100 }],
  times: [{ seconds: 60, payout_percent: '80' }],
  multiples: [1, 10],
};

it.each([
  ['items.0.fee', LIMITS, 'USDT TRC20 · Fee'],
  ['items.7.fee', LIMITS, 'Items · 8 · Fee'],
  ['tiers.0.max_multiple', LIMITS, 'up to 50,000 · Max multiple'],
  ['times.0.payout_percent', LIMITS, '60 s · Payout %'],
  ['multiples.1', LIMITS, 'Multiples · 2'],
  ['ETH/USDT', { 'ETH/USDT': 'open' }, 'ETH/USDT'],
  ['cycle_days', {}, 'Cycle, days'],
  ['liquidation_fee_percent', {}, 'Liquidation fee %, to the insurance fund'],
  ['issue_price', {}, 'Issue price'],
  ['texts.th.title', {}, 'Text · ไทย · Title'],
])('%s is called %3$s', (path, root, shown) => {
  expect(pathName(path, root, NAMES)).toBe(shown);
});

it.each([
  ['redo.0', 'redo'],
  ['items.0.fee', 'fee'],
  ['minimum', 'minimum'],
])('a value at %s is one of %s', (path, field) => {
  expect(fieldOf(path)).toBe(field);
});

it('puts identifying fields first, and keeps lists in order', () => {
  const paths = ['to', 'items.10.fee', 'from', 'items.2.fee', 'items.2.network', 'amount', 'zeta', 'name'];
  expect(paths.toSorted(inReadingOrder)).toEqual([
    'name',
    'from',
    'to',
    'amount',
    'items.2.network',
    'items.2.fee',
    'items.10.fee',
    'zeta',
  ]);
});
