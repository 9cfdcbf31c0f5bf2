import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { Exchange } from '../exchange.ts';
import { BTC, BTC_USDT, ETH, ETH_USDT, USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';
import type { ConvertDust } from './command.ts';
import type { DustTerms } from './terms.ts';

const CUSTOMER = 2;
/** 1 %; at most 5 USDT per balance, 8 per customer and day, 14 per day. */
const TERMS: DustTerms = {
  spreadPpm: 10_000,
  mostMinor: 5_000_000,
  customerDailyMinor: 8_000_000,
  dailyMinor: 14_000_000,
  staleMs: MINUTE_MS,
};

const FUND: Command = {
  type: 'fundHouse',
  from: 'faucet',
  to: 'treasury',
  currencyId: USDT,
  amountMinor: 10_000_000n,
  reference: 'test:1',
};

let s: Scenario;

beforeEach(() => {
  s = new Scenario();
  s.index('60000');
  s.index('3000', ETH_USDT);
  // Worth 3 USDT, and 0.9 USDT with a fraction of a minor unit.
  s.customer(CUSTOMER, { BTC: '0.00005', ETH: '0.00030001' });
  s.must(FUND);
  s.must({ type: 'configureDust', terms: TERMS });
});

function dust(change: Partial<ConvertDust> = {}): ConvertDust {
  return {
    type: 'convertDust',
    customerId: CUSTOMER,
    lines: [
      { currencyId: BTC, amount: '5000' },
      { currencyId: ETH, amount: '30001' },
    ],
    expiresAtMs: s.nowMs + 8_000,
    minReceivedMinor: 1n,
    ...change,
  };
}

function fund(currencyId: number, amountMinor: bigint): Command {
  return {
    type: 'credit',
    customerId: CUSTOMER,
    account: 'spot',
    currencyId,
    amountMinor,
    from: 'faucet',
    reference: 'faucet:2',
  };
}

describe('dust', () => {
  it('is bought by the treasury at the index less the spread, in one posting', () => {
    s.must(dust({ minReceivedMinor: 3_861_029n }));
    expect(s.eventsOf('dustConverted')).toEqual([
      {
        type: 'dustConverted',
        dustId: 1,
        customerId: CUSTOMER,
        toCurrencyId: USDT,
        receivedMinor: 3_861_029n,
        spreadPpm: 10_000,
        lines: [
          {
            currencyId: BTC,
            amountMinor: 5_000n,
            tickNumber: 1,
            priceE8: 6_000_000_000_000,
            receivedMinor: 2_970_000n,
          },
          {
            currencyId: ETH,
            amountMinor: 30_001n,
            tickNumber: 2,
            priceE8: 300_000_000_000,
            receivedMinor: 891_029n,
          },
        ],
      },
    ]);
    expect(s.eventsOf('posted')).toHaveLength(1);
    expect(['BTC', 'ETH', 'USDT'].map(code => s.available(CUSTOMER, code))).toEqual(['0', '0', '3.861029']);
    expect(['BTC', 'ETH', 'USDT'].map(code => s.platform('treasury', code))).toEqual([
      '0.00005',
      '0.00030001',
      '6.138971',
    ]);
  });

  it('payments count toward the limits until the UTC day ends, also across a snapshot', () => {
    s.must(dust());
    s.exchange = Exchange.restore(s.exchange.snapshot());
    s.must(fund(BTC, 8_000n));
    expect(s.exchange.dust.leftMinor(CUSTOMER, s.nowMs)).toBe(4_138_971n);
    const again = () => dust({ lines: [{ currencyId: BTC, amount: '8000' }] });
    expect(s.refusal(again())).toBe('dust_limit_reached');
    s.nowMs = Math.ceil(s.nowMs / DAY_MS) * DAY_MS;
    s.index('60000');
    s.must(again());
    expect(s.eventsOf('dustConverted')[0]?.dustId).toBe(2);
  });

  it('each customer has their own daily limit, and all together that of the house', () => {
    s.must(dust());
    const next = (customerId: number) => {
      s.customer(customerId, { BTC: '0.00008' });
      return dust({ customerId, lines: [{ currencyId: BTC, amount: '8000' }] });
    };
    s.must(next(3));
    // The treasury has less than the limit allows, and never promises more than its balance.
    expect(s.refusal(next(4))).toBe('dust_unavailable');
    s.must({ ...FUND, amountMinor: 1_000_000_000n, reference: 'test:2' });
    s.must(dust({ customerId: 4, lines: [{ currencyId: BTC, amount: '8000' }] }));
    expect(s.refusal(next(5))).toBe('dust_limit_reached');
  });

  const wait = (ms: number) => (s.nowMs += ms);
  const refusals: readonly (readonly [code: string, command: () => Command])[] = [
    ['unknown_customer', () => dust({ customerId: 77 })],
    ['quote_expired', () => dust({ expiresAtMs: s.nowMs - 1 })],
    ['invalid_order', () => dust({ lines: [] })],
    [
      'invalid_order',
      () =>
        dust({
          lines: [
            { currencyId: BTC, amount: '5000' },
            { currencyId: BTC, amount: '5000' },
          ],
        }),
    ],
    ['invalid_amount', () => dust({ minReceivedMinor: 0n })],
    ['quote_outdated', () => dust({ minReceivedMinor: 3_861_030n })],
    ['quote_outdated', () => dust({ lines: [{ currencyId: BTC, amount: '4999' }] })],
    ['no_route', () => dust({ lines: [{ currencyId: USDT, amount: '1' }] })],
    [
      'dust_worthless',
      () => dust({ customerId: CUSTOMER, lines: [{ currencyId: BTC, amount: '0' }], ...emptied() }),
    ],
    ['not_dust', () => (s.must(fund(BTC, 3_400n)), dust({ lines: [{ currencyId: BTC, amount: '8400' }] }))],
    ['dust_unavailable', () => (wait(60_001), dust())],
    [
      'dust_unavailable',
      () => (
        s.must({ type: 'configureDust', terms: { ...TERMS, dailyMinor: 0, customerDailyMinor: 0 } }),
        dust()
      ),
    ],
    [
      'market_halted',
      () => (s.must({ type: 'setMarketStatus', marketId: BTC_USDT, status: 'halted' }), dust()),
    ],
    [
      'market_cancel_only',
      () => (s.must({ type: 'setMarketStatus', marketId: ETH_USDT, status: 'cancelOnly' }), dust()),
    ],
    [
      'customer_frozen',
      () => (s.must({ type: 'setCustomerFrozen', customerId: CUSTOMER, frozen: true }), dust()),
    ],
    ['invalid_limit', () => ({ type: 'configureDust', terms: { ...TERMS, spreadPpm: 50_001 } })],
    ['invalid_limit', () => ({ type: 'configureDust', terms: { ...TERMS, customerDailyMinor: 14_000_001 } })],
  ];
  /** A customer without balances. */
  function emptied(): Partial<ConvertDust> {
    s.customer(9, {});
    return { customerId: 9 };
  }
  it.each(refusals)('is refused with %s and changes nothing', (code, command) => {
    expect(s.refusal(command())).toBe(code);
  });

  it('a sale below cost counts toward the loss limit', () => {
    s.customer(3, { USDT: '100' });
    s.customer(4, { BTC: '1' });
    s.must({ type: 'setDailyLossLimit', customerId: 3, limitMinor: 100_000_000n });
    s.place(s.limitOrder(4, 'sell', '0.0001', '60000'));
    s.place(s.limitOrder(3, 'buy', '0.0001', '60000'));
    s.index('30000');
    const held = s.exchange.balance({ ownerId: 3, account: 'spot', currencyId: BTC }).availableMinor;
    s.must(dust({ customerId: 3, lines: [{ currencyId: BTC, amount: String(held) }] }));
    expect(s.exchange.limits.standing(3, s.nowMs).lostTodayMinor).toBeGreaterThan(3_000_000n);
  });
});
