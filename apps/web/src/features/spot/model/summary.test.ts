import { describe, expect, test } from 'vitest';
import { priceBand, summarise } from './summary.ts';
import { BTC_USDT } from '#lib/testing/example-market.ts';
import { exampleContext } from './testing/example-market.ts';
import { EMPTY_TICKET, type Ticket } from './ticket.ts';

function ticket(change: Partial<Ticket>): Ticket {
  return { ...EMPTY_TICKET, ...change };
}
const base = (text: string) => ({ unit: 'base', text }) as const;
const quote = (text: string) => ({ unit: 'quote', text }) as const;

describe('limit', () => {
  test('a resting buy pays the maker fee on the coin it receives', () => {
    const summary = summarise(ticket({ price: '99000', size: base('0.025') }), exampleContext());
    expect(summary).toMatchObject({
      totalText: '2475',
      neededMinor: 2_475_000_000n,
      feeMinor: 2_000n,
      feePercents: ['0.08'],
      receiveMinor: 2_498_000n,
      worstPrice: '99000.0',
    });
  });

  test('a buy that crosses pays both fees, and the resting part counts at its own price', () => {
    const summary = summarise(ticket({ price: '100010', size: base('0.3') }), exampleContext());
    expect(summary.immediate).toMatchObject({ lots: 10_000n, complete: false });
    expect(summary.feePercents).toEqual(['0.08', '0.1']);
    expect(summary.feeMinor).toBe(10_000n + 16_000n);
  });

  test('a sell receives money, at least its price', () => {
    const summary = summarise(ticket({ side: 'sell', price: '99990', size: base('0.1') }), exampleContext());
    expect(summary).toMatchObject({
      neededMinor: 10_000_000n,
      feeMinor: 9_999_000n,
      receiveMinor: 9_989_001_000n,
      worstPrice: '99990.0',
    });
  });

  test('a total becomes whole lots, cut off', () => {
    const summary = summarise(ticket({ price: '99999.9', size: quote('100') }), exampleContext());
    expect(summary).toMatchObject({ lots: 100n, quantityText: '0.001', totalText: '99.9999' });
  });

  test('an IOC order receives only what is there', () => {
    const summary = summarise(
      ticket({ price: '100010', size: base('0.3'), timeInForce: 'IOC' }),
      exampleContext(),
    );
    expect(summary.receiveMinor).toBe(10_000_000n - 10_000n);
    expect(summary.neededMinor).toBe(30_003_000_000n);
  });

  test('nothing is claimed before price and size are there', () => {
    expect(summarise(EMPTY_TICKET, exampleContext())).toMatchObject({
      lots: null,
      neededMinor: null,
      feeMinor: null,
      receiveMinor: null,
      quantityText: '',
      totalText: '',
    });
  });
});

describe('market', () => {
  test('a budget walks the book', () => {
    const summary = summarise(ticket({ type: 'market', size: quote('15002') }), exampleContext());
    // 0.1 at 100,010 costs 10,001; the other 5,001 buy 0.05 at 100,020.
    expect(summary).toMatchObject({
      quantityText: '0.15',
      worstPrice: '100020.0',
      feeMinor: 15_000n,
      receiveMinor: 14_985_000n,
      neededMinor: 15_002_000_000n,
    });
  });

  test('a sale receives what the bids give', () => {
    const summary = summarise(ticket({ type: 'market', side: 'sell', size: base('0.2') }), exampleContext());
    expect(summary).toMatchObject({
      totalText: '19997',
      worstPrice: '99980.0',
      receiveMinor: 19_997_000_000n - 19_997_000n,
    });
  });

  test('prices outside the band are not counted on', () => {
    const context = exampleContext({ market: { ...BTC_USDT, price_band_percent: '0.01' } });
    const summary = summarise(ticket({ type: 'market', size: base('0.3') }), context);
    expect(summary.immediate).toMatchObject({ lots: 10_000n, complete: false });
  });
});

describe('stop', () => {
  test('a stop-limit is reckoned with the dearer fee', () => {
    const summary = summarise(
      ticket({ type: 'stop_limit', trigger: '101000', price: '101100', size: base('0.01') }),
      exampleContext(),
    );
    expect(summary).toMatchObject({
      feePercents: ['0.1'],
      feeMinor: 1000n,
      immediate: null,
      worstPrice: '101100.0',
    });
  });

  test('a stop-market has no worst price; the trigger gives the estimate', () => {
    const summary = summarise(
      ticket({ type: 'stop_market', trigger: '100000', size: quote('1000') }),
      exampleContext(),
    );
    expect(summary).toMatchObject({
      quantityText: '0.01',
      worstPrice: null,
      neededMinor: 1_000_000_000n,
      receiveMinor: 999_000n,
    });
  });
});

test.each([
  ['100000.5', { lowest: 900_005n, highest: 1_100_005n }],
  ['100000.00000001', { lowest: 900_001n, highest: 1_100_000n }],
  [null, null],
])('the band around %s is rounded inwards', (reference, band) => {
  expect(priceBand(BTC_USDT, reference)).toEqual(band);
});
