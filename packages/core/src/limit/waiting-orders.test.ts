import { describe, expect, it } from 'vitest';
import { PerpetualScenario } from '../perpetual/testing/perpetual-scenario.ts';
import { BTC, ETH_BTC, ETH_USDT } from '../testing/demo-exchange.ts';
import { OptionScenario } from '../testing/option-scenario.ts';
import { Scenario } from '../testing/scenario.ts';

const USDT_1 = 1_000_000n;
const BTC_1 = 100_000_000n;

const limitTo = (s: Scenario, units: bigint) =>
  s.must({ type: 'setDailyLossLimit', customerId: 1, limitMinor: units * USDT_1 });
const lostToday = (s: Scenario) => s.exchange.limits.standing(1, s.nowMs).lostTodayMinor;

/** Customer 1 trades with customer 2, who is given the needed funds. */
function trade(s: Scenario, side: 'buy' | 'sell', quantity: string, price: string): void {
  s.place(s.limitOrder(2, side === 'buy' ? 'sell' : 'buy', quantity, price));
  s.place(s.limitOrder(1, side, quantity, price));
}

describe('contract orders that wait', () => {
  const waiting = () => {
    const s = new PerpetualScenario();
    for (const customerId of [1, 2]) s.trader(customerId);
    limitTo(s, 1_000n);
    // 0.1 BTC at 60,000 and ×10: 600 and the fee are at risk.
    s.must(s.limit(1, 'long', 100, '60000'));
    expect(s.exchange.perpetual.positionsOf(1)).toHaveLength(1);
    return s;
  };

  it('are cancelled when the limit is set below their risk', () => {
    const s = waiting();
    limitTo(s, 100n);
    expect(s.exchange.perpetual.positionsOf(1)).toEqual([]);
    expect(s.contractFunds(1).available).toBe(1_000_000n * USDT_1);
  });

  it('are cancelled when a loss in another product leaves too little for them; spot orders stay', () => {
    const s = waiting();
    const funding = [
      ...s.fundingOf(1, { BTC: '1', USDT: '2000' }),
      ...s.fundingOf(2, { BTC: '1', USDT: '100000' }),
    ];
    for (const command of funding) if (command.type !== 'openCustomer') s.must(command);
    s.place(s.limitOrder(1, 'buy', '0.01', '57500'));
    trade(s, 'buy', '0.01', '60000');
    limitTo(s, 610n);
    trade(s, 'sell', '0.001', '58000');
    expect(lostToday(s)).toBeGreaterThan(2n * USDT_1);
    expect(s.exchange.perpetual.positionsOf(1)).toHaveLength(1);
    trade(s, 'sell', '0.008', '58000');
    expect(lostToday(s)).toBeLessThan(30n * USDT_1);
    expect(s.exchange.perpetual.positionsOf(1)).toEqual([]);
    expect(s.exchange.openOrders(1)).toHaveLength(1);
  });
});

describe('stops', () => {
  it('that fire in the command that used up the limit buy nothing', () => {
    const s = new Scenario();
    s.index('60000');
    s.customer(1, { USDT: '100000', BTC: '1' });
    s.customer(2, { USDT: '1000000', BTC: '10' });
    limitTo(s, 100n);
    s.place(s.limitOrder(2, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(2, 'buy', '0.001', '59000'));
    s.place(s.limitOrder(2, 'buy', '1', '58000'));
    s.customer(3, { BTC: '1' });
    s.place(s.marketOrder(3, 'sell', '0.0001'));
    s.place(s.stopSell(1, '0.5', '58500'));
    const buy = s.place(s.stopBuy(1, '1000', '58500'));
    const before = s.available(1, 'USDT');
    s.place(s.marketOrder(3, 'sell', '0.1'));
    expect(lostToday(s)).toBeGreaterThan(100n * USDT_1);
    expect(s.changed(buy.orderId)).toMatchObject({ status: 'cancelled', reason: 'ownLimit' });
    expect(s.exchange.openOrders(1)).toEqual([]);
    expect(s.frozen(1, 'USDT')).toBe('0');
    expect(Number(s.available(1, 'USDT'))).toBeGreaterThan(Number(before) + 1_000);
  });
});

describe('coins that left without a sale', () => {
  it('as lost stakes take their cost with them; coins won have the value they counted at as cost', () => {
    const s = new OptionScenario();
    s.index('60000');
    s.customer(1, { USDT: '100000' });
    s.customer(2, { USDT: '1000000', BTC: '10' });
    s.configure({ currencies: [{ currencyId: BTC, minStake: '0.0001', maxStake: '1', exposureLimit: '5' }] });
    s.must({
      type: 'fundHouse',
      from: 'faucet',
      to: 'optionPool',
      currencyId: BTC,
      amountMinor: 10n * BTC_1,
      reference: 'test:1',
    });
    s.must({
      type: 'credit',
      customerId: 1,
      account: 'option',
      currencyId: BTC,
      amountMinor: BTC_1,
      from: 'faucet',
      reference: 'test:1',
    });
    limitTo(s, 1_000_000n);
    const play = (end: string): void => {
      s.index('60000');
      s.must({ ...s.buyCommand(1, 'rise', '5'), currencyId: BTC, stakeMinor: BTC_1 });
      s.after(1_000).index('60000');
      s.after(58_000).index(end);
      s.settle();
    };
    const move = (from: 'spot' | 'option', to: 'spot' | 'option', amountMinor: bigint) =>
      s.must({ type: 'transfer', customerId: 1, currencyId: BTC, from, to, amountMinor });
    play('60001');
    const won = lostToday(s);
    expect(won).toBe(-51_000n * USDT_1);
    // 0.85 BTC was won at 60,000: a sale below that is a loss.
    move('option', 'spot', (85n * BTC_1) / 100n);
    trade(s, 'sell', '0.85', '59000');
    expect(lostToday(s)).toBe(won + 51_000n * USDT_1 - (50_150n * USDT_1 * 998n) / 1_000n);
    play('59999');
    const lost = lostToday(s);
    // No coin with a known cost is left. Bought and sold at 58,000: only the two fees are lost.
    trade(s, 'buy', '0.1', '58000');
    trade(s, 'sell', '0.0998', '58000');
    expect(lostToday(s) - lost).toBe(5_800n * USDT_1 - 5_776_823_200n);
  });

  it('as a reversed deposit take their cost with them, after coins of unknown cost', () => {
    const s = new Scenario();
    s.index('60000');
    s.customer(1, { USDT: '100000' });
    s.customer(2, { USDT: '1000000', BTC: '10' });
    const of = { customerId: 1, account: 'spot', currencyId: BTC, amountMinor: BTC_1 } as const;
    s.must({ type: 'credit', ...of, from: 'custodyBitcoin', reference: 'deposit:1' });
    limitTo(s, 1_000_000n);
    s.must({ type: 'credit', ...of, from: 'custodyBitcoin', reference: 'deposit:2' });
    s.must({ type: 'reverseCredit', ...of, to: 'custodyBitcoin', reference: 'deposit:2' });
    trade(s, 'sell', '0.5', '60000');
    expect(lostToday(s)).toBe(60n * USDT_1);
    s.must({ type: 'reverseCredit', ...of, to: 'custodyBitcoin', reference: 'deposit:1' });
    trade(s, 'buy', '0.1', '57000');
    trade(s, 'sell', '0.0998', '57000');
    expect(lostToday(s) - 60n * USDT_1).toBe(5_700n * USDT_1 - 5_677_222_800n);
  });

  it('for a currency without an index take their cost with them', () => {
    const s = new Scenario();
    s.index('3000', ETH_USDT);
    s.customer(1, { USDT: '100000', ETH: '10' });
    s.customer(2, { USDT: '1000000', BTC: '10', ETH: '10' });
    s.must({ type: 'configureMarket', market: ETH_BTC });
    limitTo(s, 1_000_000n);
    s.place(s.limitOrder(2, 'buy', '10', '0.05', { marketId: ETH_BTC.id }));
    s.place(s.limitOrder(1, 'sell', '10', '0.05', { marketId: ETH_BTC.id }));
    s.place(s.limitOrder(2, 'sell', '1', '2900', { marketId: ETH_USDT }));
    s.place(s.limitOrder(1, 'buy', '1', '2900', { marketId: ETH_USDT }));
    s.place(s.limitOrder(2, 'buy', '0.9', '2900', { marketId: ETH_USDT }));
    s.place(s.limitOrder(1, 'sell', '0.9', '2900', { marketId: ETH_USDT }));
    expect(lostToday(s)).toBeLessThan(20n * USDT_1);
  });
});
