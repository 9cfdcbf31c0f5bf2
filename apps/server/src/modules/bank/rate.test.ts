import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../http/call-failure.ts';
import { fromMoney, moneyDecimals, requireRate, toMoney } from './rate.ts';

const USDT_DECIMALS = 6;

describe('fiat money at banks', () => {
  it('has the decimals of its country', () => {
    expect(['USD', 'VND', 'JPY', 'KRW', 'KWD'].map(moneyDecimals)).toEqual([2, 0, 0, 0, 3]);
  });

  it.each([
    // $100.00 at 1: 100 USDT.
    ['USD', '1', 10_000n, 100_000_000n],
    // $100.00 at 1.03: 97.087378 USDT, truncated.
    ['USD', '1.03', 10_000n, 97_087_378n],
    // 1,000,000 dong at 25,000.5: 39.999200 USDT.
    ['VND', '25000.5', 1_000_000n, 39_999_200n],
    ['USD', '1000000000', 1n, 0n],
  ])('in %s at %s', (currency, rate, paidMinor, usdtMinor) => {
    expect(fromMoney(paidMinor, { currency, rate }, USDT_DECIMALS)).toBe(usdtMinor);
  });

  it('never becomes more by a deposit and a withdrawal', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 15n });
    const rates = fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 999_999 }));
    fc.assert(
      fc.property(amounts, rates, fc.constantFrom('USD', 'VND', 'KWD'), (minor, [whole, part], currency) => {
        const rate = { currency, rate: `${whole}.${String(part).padStart(6, '0')}` };
        expect(toMoney(fromMoney(minor, rate, USDT_DECIMALS), rate, USDT_DECIMALS)).toBeLessThanOrEqual(
          minor,
        );
        expect(fromMoney(toMoney(minor, rate, USDT_DECIMALS), rate, USDT_DECIMALS)).toBeLessThanOrEqual(
          minor,
        );
      }),
    );
  });

  it('uses the rate the customer saw, in any notation', () => {
    const rate = { currency: 'USD', rate: '1.50' };
    requireRate(rate, undefined);
    requireRate(rate, '1.5');
    expect(() => requireRate(rate, '1.51')).toThrow(
      new CallFailure('rate_changed', { field: 'rate', rate: '1.50' }),
    );
  });
});
