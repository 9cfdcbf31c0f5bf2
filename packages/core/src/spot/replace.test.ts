import { describe, expect, it } from 'vitest';
import type { CommandOf } from '../command.ts';
import type { Exchange } from '../exchange.ts';
import { BTC_USDT, ETH_USDT } from '../testing/demo-exchange.ts';
import { Random } from '../testing/random.ts';
import { Scenario } from '../testing/scenario.ts';
import { MAX_REPLACED, type Quote } from './command.ts';

type Replace = CommandOf<'replaceOrders'>;

function market(): Scenario {
  const s = new Scenario();
  s.customer(1, { BTC: '10', ETH: '10', USDT: '100000' });
  s.customer(2, { BTC: '10', ETH: '10', USDT: '100000' });
  return s;
}

function replace(
  s: Scenario,
  change: Partial<Record<'bids' | 'asks', string[]>> & { cancel?: number[] },
): Replace {
  const quotes = (prices: readonly string[] = []): Quote[] =>
    prices.map(price => [s.ticks(price), s.lots('0.1')]);
  const { cancel = [], bids, asks } = change;
  return {
    type: 'replaceOrders',
    customerId: 1,
    marketId: BTC_USDT,
    cancel,
    bids: quotes(bids),
    asks: quotes(asks),
  };
}

describe('replacing orders', () => {
  it('takes off and places at once, with the funds that become free', () => {
    const s = market();
    const { orderId } = s.place(s.limitOrder(1, 'buy', '1.6', '60000'));
    s.must(replace(s, { cancel: [orderId], bids: ['59000', '58000'], asks: ['61000'] }));
    expect(s.book()).toEqual({ bids: ['59000 × 0.1', '58000 × 0.1'], asks: ['61000 × 0.1'] });
    expect(s.frozen(1, 'USDT')).toBe('11700');
    expect(s.exchange.openOrders(1).map(order => order.orderId)).toEqual([2, 3, 4]);
  });

  it('does not meet what it takes off, and takes what others offer', () => {
    const s = market();
    const { orderId } = s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(2, 'sell', '0.1', '60100'));
    s.must(replace(s, { cancel: [orderId], bids: ['60200'] }));
    expect(s.trades()).toHaveLength(1);
    expect(s.exchange.openOrders(1)).toEqual([]);
  });

  it('leaves out what would be refused, and is refused if all would be', () => {
    const s = market();
    const other = s.place(s.limitOrder(2, 'buy', '0.1', '50000'));
    const elsewhere = s.place(s.limitOrder(1, 'sell', '1', '3000', { marketId: ETH_USDT }));
    s.must(replace(s, { cancel: [other.orderId, elsewhere.orderId, 77], bids: ['60000'] }));
    expect(s.exchange.openOrders(1)).toHaveLength(2);
    expect(s.exchange.openOrders(2)).toHaveLength(1);
    expect(s.refusal(replace(s, { cancel: [other.orderId], bids: ['0.1'] }))).toBe('unknown_order');
    expect(s.refusal(replace(s, {}))).toBe('invalid_order');
    const many = Array.from({ length: MAX_REPLACED + 1 }, (_, i) => i + 1);
    expect(s.refusal(replace(s, { cancel: many }))).toBe('invalid_order');
  });

  it('comes to what its parts come to one by one', () => {
    const random = new Random(5);
    const [whole, parts] = [market(), market()];
    for (let round = 0; round < 150; round++) {
      const customerId = random.between(1, 2);
      const quotes = (): Quote[] =>
        Array.from({ length: random.below(4) }, () => [
          random.between(599_900, 600_100),
          random.between(1, 40) * 1_000,
        ]);
      const cancel = Array.from({ length: random.below(5) }, () =>
        random.between(1, whole.exchange.lastOrderId + 1),
      );
      const command: Replace = { ...replace(whole, { cancel }), customerId, bids: quotes(), asks: quotes() };
      whole.try(command);
      oneByOne(parts, command);
      expect(stateOf(whole.exchange)).toEqual(stateOf(parts.exchange));
    }
    expect(whole.exchange.lastPriceTicks(BTC_USDT)).not.toBeNull();
  });
});

function oneByOne(s: Scenario, { customerId, cancel, bids, asks }: Replace): void {
  for (const orderId of cancel) s.try({ type: 'cancelOrder', customerId, orderId });
  for (const [side, quotes] of [
    ['buy', bids],
    ['sell', asks],
  ] as const) {
    for (const [priceTicks, quantityLots] of quotes) {
      s.try({ ...s.limitOrder(customerId, side, '1', '60000'), priceTicks, quantityLots });
    }
  }
}

/** Without times, which differ. */
function stateOf(exchange: Exchange) {
  return [1, 2].map(customerId => ({
    orders: exchange.openOrders(customerId).map(order => ({ ...order, placedAtMs: 0, updatedAtMs: 0 })),
    balances: exchange.balancesOf(customerId),
  }));
}
