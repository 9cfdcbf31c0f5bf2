import type { WireTrustPaymentDay } from '@tallystick/protocol';
import { describe, expect, test } from 'vitest';
import { paymentMonths } from './calendar.ts';

const USDT = { id: 3, code: 'USDT', name: 'Tether', decimals: 6, display_decimals: 2 } as const;
const BTC = { id: 1, code: 'BTC', name: 'Bitcoin', decimals: 8, display_decimals: 6 } as const;
const payment = (day: string, interest: string, currency: WireTrustPaymentDay['currency'] = USDT) => ({
  at_ms: Date.parse(`${day}T00:00:00Z`),
  currency,
  interest,
  principal: '0',
  orders: 1,
});
const monthIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'long' });
  return (atMs: number) => format.format(atMs);
};

describe('coming payments', () => {
  const days = [
    payment('2026-12-30', '0.1'),
    payment('2026-12-30', '0.00000001', BTC),
    payment('2026-12-31', '0.2'),
    payment('2027-01-01', '0.2'),
    payment('2027-12-01', '5'),
  ];

  test('stand under their months, each with its sums by currency', () => {
    expect(
      paymentMonths(days, monthIn('UTC')).map(({ name, days: { length }, sums }) => [name, length, sums]),
    ).toEqual([
      [
        'December 2026',
        3,
        [
          { code: 'USDT', interest: '0.3' },
          { code: 'BTC', interest: '0.00000001' },
        ],
      ],
      ['January 2027', 1, [{ code: 'USDT', interest: '0.2' }]],
      ['December 2027', 1, [{ code: 'USDT', interest: '5' }]],
    ]);
  });

  test('fall in the month that it is where the customer is', () => {
    const months = paymentMonths(days, monthIn('America/New_York'));
    expect(months.map(({ name }) => name)).toEqual(['December 2026', 'November 2027']);
  });

  test('that do not come make no month', () => {
    expect(paymentMonths([], monthIn('UTC'))).toEqual([]);
  });
});
