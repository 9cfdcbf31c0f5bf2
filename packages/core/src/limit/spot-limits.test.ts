import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../durations.ts';
import { Exchange } from '../exchange.ts';
import { BTC, ETH_BTC, ETH_USDT } from '../testing/demo-exchange.ts';
import { LimitsScenario } from './testing/limit-scenario.ts';

const USDT_1 = 1_000_000n;

let s: LimitsScenario;

beforeEach(() => {
  s = new LimitsScenario();
});

/** Customer 1 trades with customer 2, as the taker, who pays 0.2 %. */
function trade(side: 'buy' | 'sell', quantity: string, price: string): void {
  s.place(s.limitOrder(2, side === 'buy' ? 'sell' : 'buy', quantity, price));
  s.place(s.limitOrder(1, side, quantity, price));
}

describe('what spot trading loses', () => {
  beforeEach(() => s.limitTo(1_000n));

  it('is a coin’s cost less its proceeds, fees included in both', () => {
    s.customer(3, { USDT: '100000' });
    s.limitTo(1_000n, 3);
    s.place(s.limitOrder(2, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(3, 'buy', '0.1', '60000'));
    expect(s.standing(3)).toMatchObject({ lostTodayMinor: 0n, atRiskMinor: 0n });
    // 0.0998 bought for 6,000; half of it sold at 59,000, less 0.2 %.
    s.place(s.limitOrder(2, 'buy', '0.0499', '59000'));
    s.place(s.limitOrder(3, 'sell', '0.0499', '59000'));
    expect(s.standing(3).lostTodayMinor).toBe(3_000n * USDT_1 - 2_938_211_800n);
    // The other half makes a profit: 0.0499 at 62,000.
    s.place(s.limitOrder(2, 'buy', '0.0499', '62000'));
    s.place(s.limitOrder(3, 'sell', '0.0499', '62000'));
    expect(s.standing(3).lostTodayMinor).toBe(6_000n * USDT_1 - 2_938_211_800n - 3_087_612_400n);
  });

  it('counts coins held before the limit at their price when the limit was set', () => {
    trade('sell', '0.1', '59000');
    expect(s.standing().lostTodayMinor).toBe(6_000n * USDT_1 - 5_888_200_000n);
  });

  it('does not count coins deposited later, which are taken to be sold last', () => {
    s.must({
      type: 'credit',
      customerId: 1,
      account: 'spot',
      currencyId: BTC,
      amountMinor: 100_000_000n,
      from: 'custodyBitcoin',
      reference: 'deposit:1',
    });
    trade('sell', '1', '60000');
    expect(s.standing().lostTodayMinor).toBe(120n * USDT_1);
    trade('sell', '1', '57000');
    expect(s.standing().lostTodayMinor).toBe(120n * USDT_1);
  });

  it('removes the cost of withdrawn coins', () => {
    s.must({
      type: 'requestWithdrawal',
      customerId: 1,
      withdrawalId: 1,
      currencyId: BTC,
      amountMinor: 100_000_000n,
      feeMinor: 0n,
      via: 'custodyBitcoin',
    });
    s.must({ type: 'settleWithdrawal', withdrawalId: 1 });
    trade('buy', '0.1', '57000');
    trade('sell', '0.0998', '57000');
    expect(s.standing().lostTodayMinor).toBe(5_700n * USDT_1 - 5_677_222_800n);
  });

  it('counts a coin paid with as sold, and the coin bought at the value of what was paid', () => {
    s.index('3000', ETH_USDT);
    s.must({ type: 'configureMarket', market: ETH_BTC });
    s.index('0.05', ETH_BTC.id);
    s.index('57000');
    s.place(s.limitOrder(2, 'sell', '10', '0.05', { marketId: ETH_BTC.id }));
    s.place(s.limitOrder(1, 'buy', '10', '0.05', { marketId: ETH_BTC.id }));
    // Half a bitcoin, worth 30,000 when the limit was set, was exchanged for a value of 28,500.
    expect(s.standing().lostTodayMinor).toBe(1_500n * USDT_1);
    s.place(s.limitOrder(2, 'buy', '10', '2900', { marketId: ETH_USDT }));
    s.place(s.limitOrder(1, 'sell', '10', '2900', { marketId: ETH_USDT }));
    // Ten ether, bought for a value of 28,500, were sold for 29,000 less 0.2 %.
    expect(s.standing().lostTodayMinor).toBe(1_500n * USDT_1 - 442n * USDT_1);
  });

  it('is not tracked for customers who never set a limit', () => {
    s.place(s.limitOrder(1, 'buy', '0.1', '60000'));
    s.place(s.limitOrder(2, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(1, 'buy', '0.1', '55000'));
    s.place(s.limitOrder(2, 'sell', '0.1', '55000'));
    expect(s.standing(2).lostTodayMinor).toBe(0n);
  });
});

describe('a daily loss limit that is used up', () => {
  const useUp = (): void => {
    s.limitTo(100n);
    trade('sell', '0.1', '58000');
    expect(s.standing().lostTodayMinor).toBeGreaterThan(100n * USDT_1);
  };

  it('refuses purchases of every order type, and no sales', () => {
    useUp();
    s.place(s.limitOrder(2, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(2, 'buy', '0.1', '58000'));
    for (const order of [
      s.limitOrder(1, 'buy', '0.01', '60000'),
      s.marketOrder(1, 'buy', '0.01'),
      s.budgetOrder(1, '100'),
      s.stopBuy(1, '100', '61000'),
    ]) {
      expect(s.try(order)).toMatchObject({
        ok: false,
        refusal: {
          code: 'daily_loss_limit',
          params: { remaining: '0', currency: 'USDT', until_ms: s.standing().dayEndsAtMs },
        },
      });
    }
    s.place(s.marketOrder(1, 'sell', '0.01'));
    s.place(s.stopSell(1, '0.01', '57000'));
    s.nowMs = s.standing().dayEndsAtMs;
    s.place(s.limitOrder(1, 'buy', '0.01', '60000'));
  });

  it('cancels waiting buy orders and buy stops in the same command, and keeps sell orders', () => {
    s.limitTo(100n);
    s.place(s.limitOrder(1, 'buy', '0.01', '57000'));
    s.place(s.stopBuy(1, '100', '61000'));
    const sell = s.place(s.limitOrder(1, 'sell', '0.01', '63000'));
    trade('sell', '0.1', '58000');
    expect(s.exchange.openOrders(1).map(order => order.orderId)).toEqual([sell.orderId]);
    const ended = s.eventsOf('orderChanged').filter(event => event.order.reason === 'ownLimit');
    expect(ended.map(event => event.order.status)).toEqual(['cancelled', 'cancelled']);
  });

  it('reports a price level once, in its final state, when a trade and a cancelled order change it', () => {
    s.limitTo(100n);
    s.place(s.limitOrder(2, 'buy', '0.2', '58000'));
    s.place(s.limitOrder(1, 'buy', '0.01', '58000'));
    s.place(s.limitOrder(1, 'sell', '0.1', '58000'));
    expect(s.exchange.openOrders(1)).toEqual([]);
    expect(s.eventsOf('depthChanged')).toMatchObject([{ side: 'buy', quantityLots: 10_000 }]);
  });

  it('cancels them too when the limit is set below today’s losses', () => {
    s.limitTo(1_000n);
    trade('sell', '0.1', '58000');
    s.place(s.limitOrder(1, 'buy', '0.01', '57000'));
    s.limitTo(50n);
    expect(s.exchange.openOrders(1)).toEqual([]);
  });

  it('of zero refuses purchases from the start', () => {
    s.limitTo(0n);
    expect(s.refusal(s.limitOrder(1, 'buy', '0.01', '60000'))).toBe('daily_loss_limit');
  });
});

describe('a cool-down', () => {
  it('refuses purchases and cancels buy orders, also in halted markets; sales go on', () => {
    s.place(s.limitOrder(1, 'buy', '0.01', '59000'));
    s.place(s.limitOrder(1, 'sell', '0.01', '63000'));
    s.must({ type: 'setMarketStatus', marketId: 1, status: 'halted' });
    s.coolDown(HOUR_MS);
    expect(s.exchange.openOrders(1).map(order => order.side)).toEqual(['sell']);
    s.must({ type: 'setMarketStatus', marketId: 1, status: 'open' });
    expect(s.refusal(s.limitOrder(1, 'buy', '0.01', '59000'))).toBe('cooling_down');
    s.place(s.limitOrder(2, 'buy', '0.01', '60000'));
    s.place(s.marketOrder(1, 'sell', '0.01'));
    s.nowMs += HOUR_MS;
    s.place(s.limitOrder(1, 'buy', '0.01', '59000'));
  });
});

it('the cost of coins survives a restart', () => {
  s.limitTo(1_000n);
  trade('buy', '0.1', '61000');
  const restored = Exchange.restore(s.exchange.snapshot());
  expect(restored.stateHash()).toBe(s.exchange.stateHash());
  s.exchange = restored;
  trade('sell', '1.0998', '60000');
  const before = 60_000n * USDT_1 + 6_100n * USDT_1;
  const got = (65_988n * USDT_1 * 998n) / 1_000n;
  expect(s.standing().lostTodayMinor).toBe(before - got);
});

it('an absurd index price leaves figures that fit a snapshot', () => {
  s.must({
    type: 'credit',
    customerId: 1,
    account: 'spot',
    currencyId: BTC,
    amountMinor: 2n ** 59n - 200_000_000n,
    from: 'custodyBitcoin',
    reference: 'deposit:1',
  });
  s.must({
    type: 'recordIndexTick',
    marketId: 1,
    priceE8: Number.MAX_SAFE_INTEGER,
    sources: [{ name: 'test', priceE8: Number.MAX_SAFE_INTEGER, atMs: s.nowMs }],
  });
  s.limitTo(1_000n);
  expect(Exchange.restore(s.exchange.snapshot()).stateHash()).toBe(s.exchange.stateHash());
  s.index('60000');
  trade('sell', '10', '60000');
  trade('buy', '10', '60000');
  expect(Exchange.restore(s.exchange.snapshot()).stateHash()).toBe(s.exchange.stateHash());
});
