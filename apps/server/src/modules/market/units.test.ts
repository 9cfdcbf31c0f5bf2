import type { Market } from '@tallystick/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../http/call-failure.ts';
import { amountMinor, MarketUnits } from './units.ts';

const BTC = { id: 1, code: 'BTC', decimals: 8 };
const USDT = { id: 3, code: 'USDT', decimals: 6 };
const MARKET: Market = {
  id: 1,
  symbol: 'BTC/USDT',
  baseCurrencyId: 1,
  quoteCurrencyId: 3,
  tickSize: '0.05',
  lotSize: '0.00001',
  baseMinorPerLot: 1_000n,
  quoteMinorPerTickLot: 1n,
  maxPriceTicks: 2_000_000_000,
  maxQuantityLots: 1_000_000_000,
  minNotionalMinor: 5_000_000n,
  priceBandPpm: 100_000,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
};
const units = new MarketUnits(MARKET, BTC, USDT);

function failureOf(work: () => unknown): { code: string; data: object } {
  try {
    work();
  } catch (error) {
    if (error instanceof CallFailure) return { code: error.code, data: error.data };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('prices', () => {
  it.each([
    ['60000.05', 1_200_001],
    ['60000.050', 1_200_001],
    ['060000', 1_200_000],
    ['0', 0],
    ['0.0', 0],
    ['100000000', 2_000_000_000],
  ])('%s is %d ticks', (text, ticks) => {
    expect(units.priceTicks(text, 'price')).toBe(ticks);
  });

  it.each(['60000.01', '60000.051', '60000.0500000001', '100000000.05', '99999999999999999999', '0.02'])(
    '%s is refused, naming the step',
    text => {
      expect(failureOf(() => units.priceTicks(text, 'trigger_price'))).toEqual({
        code: 'invalid_price',
        data: { field: 'trigger_price', step: '0.05' },
      });
    },
  );

  it('are the same after conversion to text and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), ticks => {
        expect(units.priceTicks(units.price(ticks), 'price')).toBe(ticks);
      }),
    );
  });

  it('show all decimals of the tick', () => {
    expect(units.price(1)).toBe('0.05');
    expect(units.price(20)).toBe('1.00');
    expect(units.indexPrice(123_456_789_012)).toBe('1234.56');
  });
});

describe('quantities', () => {
  it('are the same after conversion to text and back, without trailing zeros', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), lots => {
        const text = units.quantity(lots);
        expect(units.quantityLots(text)).toBe(lots);
        expect(text).not.toMatch(/\.$|\.\d*0$/);
      }),
    );
    expect(units.quantity(0)).toBe('0');
    expect(units.quantity(100_000)).toBe('1');
  });

  it('between two lots are refused, naming the step', () => {
    expect(failureOf(() => units.quantityLots('0.000015'))).toEqual({
      code: 'invalid_quantity',
      data: { field: 'quantity', step: '0.00001' },
    });
  });

  it('above the maximum are refused, naming it', () => {
    for (const text of ['10000.00001', '99999999999999999999']) {
      expect(failureOf(() => units.quantityLots(text))).toEqual({
        code: 'quantity_too_large',
        data: { field: 'quantity', maximum: '10000' },
      });
    }
  });
});

describe('amounts', () => {
  it('have at most the currency’s decimals, trailing zeros not counted', () => {
    expect(amountMinor('1.5000000000', USDT, 'amount')).toBe(1_500_000n);
    expect(failureOf(() => amountMinor('1.0000001', USDT, 'amount'))).toEqual({
      code: 'invalid_amount',
      data: { field: 'amount', decimals: 6 },
    });
  });
});

describe('average prices', () => {
  it('are truncated to the tick’s decimals', () => {
    expect(units.averagePrice(0n, 0)).toBeNull();
    // Two lots at 10 ticks and one at 11: 31 / 3 ticks of 0.05.
    expect(units.averagePrice(31n, 3)).toBe('0.51');
  });
});
