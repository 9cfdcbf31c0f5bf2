import { describe, expect, test } from 'vitest';
import type { WireTrustProduct } from '@tallystick/protocol';
import { exitView, promiseView, sampleDays } from './exits.ts';
import {
  emptyPurchase,
  purchaseInput,
  reducePurchase,
  summarisePurchase,
  validatePurchase,
  type PurchaseForm,
} from './purchase.ts';

/** The source's product: 0.4 % a day for 15 days. */
const PRODUCT: WireTrustProduct = {
  product_id: 1,
  currency: { id: 3, code: 'USDT', name: 'Tether', decimals: 6, display_decimals: 2 },
  cycle_days: 15,
  daily_yield_percent: '0.4',
  total_yield_percent: '6',
  penalty_percent: '0.6',
  daily_yield_ppm: 4_000,
  penalty_ppm: 6_000,
  minimum: '100',
  maximum: '5000',
  capacity: '500000',
  hosted: '0',
  left: '500000',
  customer_limit: '20000',
  own_left: '20000',
  opens_at_ms: 0,
  state: 'open',
  terms_version: 3,
  first_payment_at_ms: 0,
  completes_at_ms: 0,
};

const typed = (amount: string, change: Partial<PurchaseForm> = {}): PurchaseForm => ({
  ...emptyPurchase,
  amount,
  agreed: true,
  ...change,
});

const codesOf = (form: PurchaseForm, product = PRODUCT, available = '2000') =>
  validatePurchase(form, summarisePurchase(form, product, available), 'USDT').map(({ code }) => code);

describe('what keeps a purchase from being sent', () => {
  test.each([
    ['', ['amount_required']],
    ['0', ['amount_required']],
    ['99.999999', ['below_minimum']],
    ['100', []],
    ['2000', []],
    ['2000.000001', ['not_available']],
    ['5000.000001', ['above_maximum']],
  ])('%s USDT of 2,000: %o', (amount, codes) => {
    expect(codesOf(typed(amount))).toEqual(codes);
  });

  test('the agreement, after the amount', () => {
    expect(codesOf(typed('', { agreed: false }))).toEqual(['amount_required', 'agreement_required']);
    expect(codesOf(typed('100', { agreed: false }))).toEqual(['agreement_required']);
  });

  test('what is left for all, or for the customer', () => {
    expect(codesOf(typed('300'), { ...PRODUCT, own_left: '250' })).toEqual(['above_maximum']);
    expect(codesOf(typed('300'), { ...PRODUCT, left: '250', own_left: null })).toEqual(['above_maximum']);
  });

  test('nothing known to be available yet', () => {
    const form = typed('100');
    expect(validatePurchase(form, summarisePurchase(form, PRODUCT, undefined), 'USDT')).toMatchObject([
      { code: 'not_available' },
    ]);
  });
});

test('all of it is the least of account, order and room, to the unit', () => {
  const summary = summarisePurchase(emptyPurchase, { ...PRODUCT, own_left: '1234.567891' }, '2000');
  const form = reducePurchase(emptyPurchase, { type: 'percent', percent: 100, summary });
  expect(form.amount).toBe('1234.567891');
  expect(summarisePurchase(form, { ...PRODUCT, own_left: '1234.567891' }, '2000').percent).toBe(100);
  const third = reducePurchase(emptyPurchase, { type: 'percent', percent: 33, summary });
  expect(third.amount).toBe('407.407404');
});

test('what is sent names the terms that were shown', () => {
  const form = typed('12.', { autoRenew: true });
  expect(purchaseInput(form, PRODUCT, '12')).toEqual({
    product_id: 1,
    amount: '12',
    terms_version: 3,
    auto_renew: true,
    agreement: true,
  });
});

describe('figures', () => {
  test('of the promise', () => {
    expect(promiseView(PRODUCT, 1_000_000_000n)).toEqual({ daily: '4', promised: '60', back: '1060' });
  });

  test.each([
    [0, '910', '-90'],
    [5, '960', '-40'],
    [9, '1000', '0'],
    [14, '1050', '50'],
    [15, '1060', '60'],
  ])('leaving after %i days gives %s, that is %s', (days, total, result) => {
    expect(exitView(PRODUCT, 1_000_000_000n, days)).toMatchObject({ total, result });
  });

  test.each([
    [15, [0, 1, 3, 7, 14, 15]],
    [1, [0, 1]],
    [2, [0, 1, 2]],
    [30, [0, 1, 7, 15, 29, 30]],
  ])('a table of %i days shows %o', (cycle, days) => {
    expect(sampleDays(cycle)).toEqual(days);
  });
});
