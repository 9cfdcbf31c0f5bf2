import { expect, test } from 'vitest';
import { BTC_USDT } from '#lib/testing/example-market.ts';
import { changedTerms } from './changed-terms.ts';

test('names what will differ, and nothing else', () => {
  const announced = {
    effective_at_ms: 1,
    maker_fee_percent: BTC_USDT.maker_fee_percent,
    taker_fee_percent: '0.4',
    min_notional: '7',
  };
  expect(changedTerms(BTC_USDT, announced)).toEqual([
    { field: 'taker_fee_percent', from: `${BTC_USDT.taker_fee_percent}%`, to: '0.4%' },
    { field: 'min_notional', from: `${BTC_USDT.min_notional} USDT`, to: '7 USDT' },
  ]);
});
