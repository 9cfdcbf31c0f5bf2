import { describe, expect, it } from 'vitest';
import { changeOf, draftOf, type Contract } from './terms.ts';

const CONTRACT = {
  market_id: 1,
  maker_fee_percent: '0.02',
  taker_fee_percent: '0.05',
  price_band_percent: '10',
  liquidation_fee_percent: '0.25',
  interest_percent: '-0.01',
  funding_cap_percent: '0.75',
  funding_interval_hours: 8,
  max_customer_value: '5000000',
  max_order_lots: 10_000,
  max_open_interest_lots: 1_000_000,
  multiples: [1, 10, 100],
  tiers: [
    { up_to_value: '50000', max_multiple: 100, maintenance_percent: '0.5' },
    { up_to_value: '5000000', max_multiple: 10, maintenance_percent: '5' },
  ],
} as unknown as Contract;

describe('a contract’s terms', () => {
  it('survive the form unchanged', () => {
    const read = changeOf(1, draftOf(CONTRACT));
    expect(read).toEqual({ change: CONTRACT });
  });

  it('accept leverages separated by blanks or commas, and tiers line by line', () => {
    const draft = { ...draftOf(CONTRACT), multiples: '1, 5,20', tiers: '\n100 5  2\n' };
    expect(changeOf(1, draft)).toMatchObject({
      change: {
        multiples: [1, 5, 20],
        tiers: [{ up_to_value: '100', max_multiple: 5, maintenance_percent: '2' }],
      },
    });
  });

  it.each([
    ['tiers', '100 5', '100 5'],
    ['tiers', '100 5 2 9', '100 5 2 9'],
    ['tiers', '1e5 5 2', '1e5 5 2'],
    ['tiers', '100 2.5 2', '100 2.5 2'],
    ['multiples', '1 x', '1 x'],
    ['multiples', '', ''],
  ])('names what cannot be read: %s %s', (field, text, line) => {
    expect(changeOf(1, { ...draftOf(CONTRACT), [field]: text })).toEqual({ line });
  });
});
