import { describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import { Exchange, LOGIC_VERSION } from './exchange.ts';
import { InvariantBroken } from './invariant.ts';
import { SnapshotUnreadable } from './snapshot/reader.ts';
import { SnapshotWriter } from './snapshot/writer.ts';
import { BTC_USDT, ETH_USDT, USDT } from './testing/demo-exchange.ts';
import { Scenario } from './testing/scenario.ts';

function busy(): Scenario {
  const s = new Scenario();
  s.customer(1, { BTC: '10', USDT: '1000000' });
  s.customer(2, { BTC: '10', ETH: '5', USDT: '1000000' });
  s.index('60000');
  s.place(s.limitOrder(1, 'sell', '0.5', '60100', { clientOrderId: 'mine:1' }));
  s.place(s.limitOrder(2, 'buy', '0.2', '60100'));
  s.place(s.limitOrder(2, 'buy', '0.2', '60000'));
  s.place(s.limitOrder(1, 'buy', '0.2', '60000'));
  s.place(s.stopSell(1, '0.1', '58000'));
  s.place(s.stopBuy(2, '500', '63000'));
  s.place(s.stopLimitOrder(2, 'sell', '0.1', '59000', '59000', { timeInForce: 'FOK' }));
  s.must({ type: 'setMarketStatus', marketId: ETH_USDT, status: 'cancelOnly' });
  return s;
}

describe('reading the exchange', () => {
  it('answers empty for what does not exist', () => {
    const exchange = new Exchange();
    expect(exchange.currency(1)).toBeNull();
    expect(exchange.currencies()).toEqual([]);
    expect(exchange.market(1)).toBeNull();
    expect(exchange.markets()).toEqual([]);
    expect(exchange.marketStatus(1)).toBeNull();
    expect(exchange.knowsCustomer(1)).toBe(false);
    expect(exchange.balance({ ownerId: 1, account: 'spot', currencyId: 3 })).toEqual({
      availableMinor: 0n,
      frozenMinor: 0n,
    });
    expect(exchange.balancesOf(1)).toEqual([]);
    expect(exchange.order(1)).toBeNull();
    expect(exchange.openOrders(1)).toEqual([]);
    expect(exchange.depth(1, 5)).toEqual({ bids: [], asks: [] });
    expect(exchange.lastPriceTicks(1)).toBeNull();
    expect(exchange.referencePriceTicks(1)).toBeNull();
    expect(exchange.indexTick(1)).toBeNull();
    expect(exchange.lastAtMs).toBe(0);
  });

  it('never changes its state', () => {
    const s = busy();
    const before = s.exchange.stateHash();
    s.exchange.market(BTC_USDT);
    s.exchange.depth(ETH_USDT, 5);
    s.exchange.balance({ ownerId: 77, account: 'trust', currencyId: USDT });
    s.exchange.balancesOf(77);
    s.exchange.openOrders(77);
    s.exchange.checkInvariants('all');
    expect(s.exchange.stateHash()).toBe(before);
  });

  it('gives as many levels as asked, best first', () => {
    const s = busy();
    s.place(s.limitOrder(1, 'buy', '0.1', '59990'));
    expect(s.exchange.depth(BTC_USDT, 1)).toEqual({ bids: [[600_000, 40_000]], asks: [[601_000, 30_000]] });
    expect(s.exchange.depth(BTC_USDT, 5).bids).toEqual([
      [600_000, 40_000],
      [599_900, 10_000],
    ]);
  });
});

describe('a snapshot', () => {
  it('restores everything the exchange can be asked', () => {
    const s = busy();
    const restored = Exchange.restore(s.exchange.snapshot());
    for (const marketId of [BTC_USDT, ETH_USDT]) {
      expect(restored.market(marketId)).toEqual(s.exchange.market(marketId));
      expect(restored.marketStatus(marketId)).toBe(s.exchange.marketStatus(marketId));
      expect(restored.depth(marketId, 9)).toEqual(s.exchange.depth(marketId, 9));
      expect(restored.indexTick(marketId)).toEqual(s.exchange.indexTick(marketId));
      expect(restored.lastPriceTicks(marketId)).toBe(s.exchange.lastPriceTicks(marketId));
    }
    for (const customerId of [1, 2]) {
      expect(restored.balancesOf(customerId)).toEqual(s.exchange.balancesOf(customerId));
      expect(restored.openOrders(customerId)).toEqual(s.exchange.openOrders(customerId));
    }
    expect(restored.priceLogHead()).toEqual(s.exchange.priceLogHead());
    expect(restored.lastAtMs).toBe(s.nowMs);
    expect(restored.stateHash()).toBe(s.exchange.stateHash());
  });

  it('keeps priority within a level even if it differs from the order of ids', () => {
    const s = busy();
    const stop = s.place(s.stopLimitOrder(1, 'buy', '0.1', '59950', '60200'));
    const later = s.place(s.limitOrder(2, 'buy', '0.1', '59950'));
    // The last price rises to 60,200, which puts the older order behind the younger one.
    s.place(s.limitOrder(2, 'buy', '0.301', '60200'));
    s.place(s.limitOrder(1, 'sell', '0.001', '60200'));
    expect(s.exchange.order(stop.orderId)!.triggered).toBe(true);
    const before = s.exchange.snapshot();
    s.customer(3, { BTC: '1' });
    const restored = Exchange.restore(before);
    const trades = (exchange: Exchange) => {
      const outcome = exchange.apply({ ...s.limitOrder(3, 'sell', '0.6', '59950') }, s.nowMs);
      if (!outcome.ok) throw new Error(outcome.refusal.code);
      return outcome.events.flatMap(event => (event.type === 'traded' ? [event.makerOrderId] : []));
    };
    for (const command of s.fundingOf(3, { BTC: '1' })) restored.apply(command, s.nowMs);
    const makers = trades(s.exchange);
    expect(makers.indexOf(later.orderId)).toBeLessThan(makers.indexOf(stop.orderId));
    expect(trades(restored)).toEqual(makers);
  });

  it('has the same bytes for the same state, whatever commands led to it', () => {
    const make = (prepare: (s: Scenario) => void) => {
      const s = new Scenario();
      s.customer(1, { BTC: '10', USDT: '1000000' });
      prepare(s);
      return s.exchange;
    };
    // A refused order looks up accounts and markets that nobody has used before.
    const plain = make(() => undefined);
    const refused = make(s => s.refusal(s.limitOrder(1, 'sell', '5', '3000', { marketId: ETH_USDT })));
    expect(refused.stateHash()).toBe(plain.stateHash());
  });

  it('of another logic version is not read', () => {
    const writer = new SnapshotWriter();
    writer.text('tallystick snapshot');
    writer.int(LOGIC_VERSION + 1);
    expect(() => Exchange.restore(writer.finish())).toThrow(/logic version/);
  });

  it('with a changed byte, cut short or extended is refused or passes all invariants', () => {
    const s = busy();
    const good = s.exchange.snapshot();
    expect(() => Exchange.restore(new Uint8Array())).toThrow(SnapshotUnreadable);
    expect(() => Exchange.restore(Uint8Array.of(...good, 0))).toThrow(SnapshotUnreadable);
    let read = 0;
    for (let at = 0; at < good.length; at++) {
      expect(() => Exchange.restore(good.slice(0, at))).toThrow(SnapshotUnreadable);
      const bad = good.slice();
      bad[at]! ^= 1 << (at % 8);
      try {
        Exchange.restore(bad).checkInvariants('all');
        read++;
      } catch (error) {
        expect(error).toBeInstanceOf(SnapshotUnreadable);
      }
    }
    // Changes of some bytes, e.g. in a reference or a time, are detected only by the snapshot's hash.
    expect(read).toBeLessThan(good.length / 4);
  });
});

describe('an exchange whose invariants are broken', () => {
  it('throws and never applies another command', () => {
    const exchange = new Exchange();
    const unknown = { type: 'printMoney' } as unknown as Command;
    expect(() => exchange.apply(unknown, 1)).toThrow(InvariantBroken);
    const harmless: Command = { type: 'openCustomer', customerId: 1 };
    expect(() => exchange.apply(harmless, 2)).toThrow(/has stopped/);
    expect(() => exchange.snapshot()).toThrow(/has stopped/);
  });
});
