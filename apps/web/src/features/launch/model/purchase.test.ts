import { describe, expect, test } from 'vitest';
import type { WireLaunchOrder } from '@tallystick/protocol/wire';
import { partOf, percentOf, summarisePurchase, validatePurchase, type PurchaseForm } from './purchase.ts';
import { BTC, exampleOffer, USDT } from './testing/offer.ts';

const form = (change: Partial<PurchaseForm> = {}): PurchaseForm => ({
  currencyId: USDT.id,
  amount: '100',
  agreed: true,
  ...change,
});
const codes = (input: PurchaseForm, offer = exampleOffer(), available = '1000') =>
  validatePurchase(input, offer, summarisePurchase(input, offer), available).map(({ code }) => code);
const own = (value: string) => ({ value }) as WireLaunchOrder;

describe('what a commitment would get', () => {
  test('is all it buys while there is enough', () => {
    expect(summarisePurchase(form(), exampleOffer())).toMatchObject({
      addedValue: '100',
      value: '100',
      atLeast: '200',
      atMost: '200',
    });
  });

  test('is a share once more is committed than there is, with what was committed before', () => {
    const offer = exampleOffer({ committed_value: '900', own: own('50') });
    // 150 of 1,000 USDT: 15 % of 1,000 LUMA.
    expect(summarisePurchase(form(), offer)).toMatchObject({ value: '150', atLeast: '150', atMost: '300' });
  });

  test('is never more than the cap', () => {
    expect(summarisePurchase(form({ amount: '900' }), exampleOffer())).toMatchObject({
      atLeast: '400',
      atMost: '400',
    });
  });

  test('counts another currency at the offer’s rate', () => {
    const bitcoin = form({ currencyId: BTC.id, amount: '0.001' });
    expect(summarisePurchase(bitcoin, exampleOffer())).toMatchObject({
      currency: { code: 'BTC' },
      value: '60',
      atMost: '120',
    });
  });

  test('stands beside what the market pays for it', () => {
    const bitcoin = form({ currencyId: BTC.id, amount: '0.001' });
    expect(summarisePurchase(bitcoin, exampleOffer())).toMatchObject({ addedValue: '60', marketValue: '61' });
    expect(summarisePurchase(form(), exampleOffer())).toMatchObject({ addedValue: '100', marketValue: null });
  });

  test('is exactly what is asked for where the first come first', () => {
    const offer = exampleOffer({ mode: 'first_come' });
    expect(summarisePurchase(form({ amount: '150.' }), offer)).toMatchObject({
      amount: '150',
      atLeast: '300',
      atMost: '300',
    });
  });
});

describe('what comes back if it closed now', () => {
  test('is nothing while there is enough, the same is true where the first come first', () => {
    expect(summarisePurchase(form(), exampleOffer()).backNow).toBe('0');
    expect(summarisePurchase(form(), exampleOffer({ mode: 'first_come' })).backNow).toBe('0');
  });

  test('is what the share does not cost, with what was committed before', () => {
    const offer = exampleOffer({ committed_value: '900', own: own('50') });
    // 150 LUMA at 0.5 USDT each, for 150 USDT.
    expect(summarisePurchase(form(), offer).backNow).toBe('75');
  });

  test('is what is worth more than the cap', () => {
    expect(summarisePurchase(form({ amount: '450' }), exampleOffer()).backNow).toBe('250');
  });
});

describe('a purchase', () => {
  test('that is complete has no problem', () => {
    expect(codes(form())).toEqual([]);
  });

  test.each([
    ['nothing', { amount: '' }, 'amount_empty'],
    ['zero', { amount: '0.00' }, 'amount_empty'],
    ['less than the minimum', { amount: '9.999999' }, 'below_minimum'],
    ['more than there is', { amount: '1000.000001' }, 'insufficient_balance'],
    ['no agreement', { agreed: false }, 'agreement'],
  ])('with %s says so', (_, change, code) => {
    expect(codes(form(change))).toEqual([code]);
  });

  test('counts what was committed before towards the minimum', () => {
    expect(codes(form({ amount: '5' }), exampleOffer({ own: own('10') }))).toEqual([]);
  });

  test('is not possible before the start or after the close', () => {
    expect(codes(form(), exampleOffer({ state: 'upcoming' }))).toEqual(['not_open']);
    expect(codes(form(), exampleOffer({ state: 'sold_out' }))).toEqual(['not_open']);
  });

  test('may exceed the cap where everybody shares, not where the first come first', () => {
    expect(codes(form({ amount: '300' }))).toEqual([]);
    const firstCome = exampleOffer({ mode: 'first_come' });
    expect(codes(form({ amount: '300' }), firstCome)).toEqual(['over_cap']);
    expect(codes(form({ amount: '100' }), { ...firstCome, left: '150' })).toEqual(['not_enough_left']);
    // The customer's own commitment does not reduce what is left.
    expect(codes(form({ amount: '50' }), { ...firstCome, left: '150', own: own('100') })).toEqual([]);
  });
});

test('parts and percents of what is available are cut off, never rounded up', () => {
  expect(partOf('10.000001', 50, 6)).toBe('5');
  expect(partOf('10', 0, 6)).toBe('');
  expect(percentOf('3.35', '10')).toBe(33);
  expect(percentOf('11', '10')).toBe(100);
  expect(percentOf('1', '0')).toBe(0);
  expect(percentOf('1', undefined)).toBe(0);
});

test('a rate that is far from the market, or from a market nobody knows, is said before it is sent', () => {
  const accepted = (market: string | null) => [
    {
      currency: BTC,
      rate: '60000',
      market_rate: market,
      deviation_percent: market === null ? null : '-42.85',
      standing: 'refused' as const,
    },
  ];
  const bitcoin = form({ currencyId: BTC.id, amount: '0.01' });
  expect(codes(bitcoin, exampleOffer({ accepted: accepted('105000') }))).toEqual(['rate_off_market']);
  expect(codes(bitcoin, exampleOffer({ accepted: accepted(null) }))).toEqual(['rate_unknown']);
});
