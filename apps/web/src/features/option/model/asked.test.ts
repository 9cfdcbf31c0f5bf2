import { describe, expect, it } from 'vitest';
import type { WireOption, WireOptionReceipt } from '@tallystick/protocol/wire';
import { isAsAsked } from './asked.ts';
import { exampleOption } from './testing/example-option.ts';
import type { Purchase, Terms } from './ticket.ts';

const purchase: Purchase = {
  market_id: 1,
  direction: 'rise',
  seconds: 30,
  currency_id: 3,
  amount: '50',
  terms_version: 1,
  practice: false,
};
const terms: Terms = {
  market_id: 1,
  symbol: 'BTC/USDT',
  terms_version: 1,
  closed: null,
  stale_ms: 5_000,
  times: [{ seconds: 30, payout_rate: '0.8', break_even_chance: '0.555556', currencies: [] }],
};
/** Number of the newest tick in the receipt. */
const HEAD = 100;

const isAsked = (option: WireOption, seenTick = HEAD) => isAsAsked(option, purchase, terms, seenTick);
const bought = (change: Partial<WireOptionReceipt>): WireOption => ({
  ...exampleOption,
  receipt: { ...exampleOption.receipt, ...change },
});

describe('what was bought', () => {
  it('is what was asked for, however the amount was written', () => {
    expect(isAsked(exampleOption)).toBe(true);
    expect(isAsked(exampleOption, 0)).toBe(true);
    expect(isAsAsked(exampleOption, { ...purchase, amount: '50.00' }, terms, HEAD)).toBe(true);
  });

  it.each<[string, Partial<WireOptionReceipt>]>([
    ['another direction', { direction: 'fall' }],
    ['another market', { market_id: 2 }],
    ['another time', { seconds: 60 }],
    ['another stake', { stake_minor: '50000001' }],
    ['a lower rate', { payout_ppm: 799_999 }],
    ['other terms', { terms_version: 2 }],
    ['practice money', { practice: true }],
  ])('is refused as %s', (_what, change) => {
    expect(isAsked(bought(change))).toBe(false);
  });

  it('is refused in another currency, or at a time that is not offered', () => {
    expect(isAsked({ ...exampleOption, currency_id: 1 })).toBe(false);
    expect(isAsAsked(exampleOption, purchase, { ...terms, times: [] }, HEAD)).toBe(false);
  });

  it('is not entered at a price that the customer had seen', () => {
    expect(isAsked(exampleOption, HEAD + 1)).toBe(false);
  });
});
