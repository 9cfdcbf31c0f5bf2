import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import { BTC_USDT, ETH_USDT, USDT } from '../testing/demo-exchange.ts';
import type { PlacePerpetualOrder } from './command.ts';
import { PerpetualScenario, TEST_PERPETUAL } from './testing/perpetual-scenario.ts';

/** Two contracts at 60,000 (0.001 a lot, so 60 USDT); customers 1 and 2 carry both, customer 9 takes the other side. */
let s: PerpetualScenario;

const setType = (customerId: number, marketId: number, marginType: 'cross' | 'isolated'): Command => ({
  type: 'setMarginType',
  customerId,
  marketId,
  marginType,
});

function second(price: string): void {
  const priceE8 = Number(price) * 100_000_000;
  const sources = [{ name: 'test', priceE8, atMs: 1 }];
  s.must({ type: 'recordIndexTick', marketId: ETH_USDT, priceE8, sources });
}

const inSecond = (order: PlacePerpetualOrder): PlacePerpetualOrder => ({ ...order, marketId: ETH_USDT });

/** Opens against customer 9. */
function open(
  customerId: number,
  marketId: number,
  side: 'long' | 'short',
  lots: number,
  multiple = 10,
): number {
  const other = side === 'long' ? 'short' : 'long';
  s.must({ ...s.limit(9, other, lots, '60000', { multiple: 1 }), marketId });
  return s.ordered({ ...s.limit(customerId, side, lots, '60000', { multiple }), marketId });
}

const account = (customerId = 1) => s.exchange.perpetual.crossAccount(customerId, USDT)!;
const steps = () => s.events.flatMap(event => (event.type === 'positionLiquidated' ? [event] : []));

beforeEach(() => {
  s = new PerpetualScenario({ makerFeePpm: 0, takerFeePpm: 0, liquidationFeePpm: 0 });
  s.must({
    type: 'configurePerpetual',
    perpetual: {
      ...TEST_PERPETUAL,
      marketId: ETH_USDT,
      makerFeePpm: 0,
      takerFeePpm: 0,
      liquidationFeePpm: 0,
    },
  });
  second('60000');
  s.trader(1, '1000');
  s.trader(9, '1000000');
  for (const marketId of [BTC_USDT, ETH_USDT]) s.must(setType(1, marketId, 'cross'));
});

describe('a contract account that carries positions', () => {
  it('is their margin: what an order froze is available again once it is filled', () => {
    const id = open(1, BTC_USDT, 'long', 100);
    expect(s.position(id)).toMatchObject({ marginMinor: 0n, isCross: true, liquidationE8: null });
    expect(s.contractFunds(1)).toEqual({ available: 1_000_000_000n, frozen: 0n });
    // 6,000 USDT at ×10, and 0.4 % of it.
    expect(account()).toMatchObject({
      equityMinor: 1_000_000_000n,
      maintenanceMinor: 24_000_000n,
      requiredMinor: 600_000_000n,
    });
  });

  it('gives away what they do not require, and no more', () => {
    open(1, BTC_USDT, 'long', 100);
    const out = (amountMinor: bigint): Command => ({
      type: 'transfer',
      customerId: 1,
      currencyId: USDT,
      from: 'contract',
      to: 'spot',
      amountMinor,
    });
    expect(s.refusal(out(400_000_001n))).toBe('cross_margin_needed');
    expect(s.refusal(s.limit(1, 'long', 100, '60000'))).toBe('cross_margin_needed');
    s.must(out(400_000_000n));
  });

  it('counts a loss, but no profit, against what may leave', () => {
    open(1, BTC_USDT, 'long', 100);
    s.index('61000');
    expect(account().requiredMinor).toBe(610_000_000n);
    s.index('59000');
    expect(account().requiredMinor).toBe(690_000_000n);
  });

  it('refuses what is for isolated positions, and another type while something is open or waits', () => {
    const id = open(1, BTC_USDT, 'long', 10);
    const add: Command = { type: 'addMargin', customerId: 1, positionId: id, amountMinor: 1n };
    expect(s.refusal(add)).toBe('cross_margin');
    const topUp: Command = { type: 'setTopUp', customerId: 1, positionId: id, limitMinor: 1n };
    expect(s.refusal(topUp)).toBe('cross_margin');
    expect(s.refusal(setType(1, BTC_USDT, 'isolated'))).toBe('margin_type_in_use');
    s.must(inSecond(s.limit(1, 'long', 1, '59000')));
    expect(s.refusal(setType(1, ETH_USDT, 'isolated'))).toBe('margin_type_in_use');
  });

  it('lets a loss in one contract be carried by the profit in another', () => {
    open(1, BTC_USDT, 'long', 150, 20);
    open(1, ETH_USDT, 'short', 150, 20);
    // 9,000 USDT each way: −15 % and +15 % leave the equity where it was.
    for (let percent = 1; percent <= 15; percent++) {
      const price = String(60_000 - percent * 600);
      s.index(price);
      second(price);
    }
    expect(account().equityMinor).toBe(1_000_000_000n);
    expect(s.exchange.perpetual.positionsOf(1)).toHaveLength(2);
  });

  it('is paid the profit of one position when closing another needs it', () => {
    const long = open(1, BTC_USDT, 'long', 150, 20);
    const short = open(1, ETH_USDT, 'short', 150, 20);
    for (const price of ['57000', '54000', '51000']) {
      second(price);
      s.index(price);
    }
    // The long has lost 1,350 of an available 1,000.
    s.must(s.limit(9, 'long', 150, '51000'));
    const events = s.must(s.close(1, long));
    expect(events.find(event => event.type === 'profitSettled')).toMatchObject({
      positionId: short,
      profitMinor: 1_350_000_000n,
      entryAfterMinor: 7_650_000_000n,
    });
    expect(s.contractFunds(1).available).toBe(1_000_000_000n);
    expect(s.position(short).realisedMinor).toBe(1_350_000_000n);
    s.exchange.checkInvariants('all');
  });
});

describe('a liquidation in steps', () => {
  it.each([
    [79_600_000n, 1],
    [79_599_999n, 0],
  ])(
    'begins where the equity is the maintenance, and not a unit before: without %s',
    (amountMinor, count) => {
      open(1, BTC_USDT, 'long', 100);
      s.must({
        type: 'transfer',
        customerId: 1,
        currencyId: USDT,
        from: 'contract',
        to: 'spot',
        amountMinor,
      });
      // 920.40 − 900 is 0.4 % of 5,100.
      for (const price of ['57000', '54000', '51000']) s.index(price);
      expect(steps()).toHaveLength(count);
    },
  );

  it('ends the largest loss first, and only as many as it must', () => {
    const larger = open(1, BTC_USDT, 'long', 150, 20);
    const smaller = open(1, ETH_USDT, 'long', 50, 20);
    second('57000');
    s.index('57000');
    // Somebody takes what is liquidated.
    s.must(s.limit(9, 'long', 150, '55000'));
    // 1,000 − 801 − 150 is above 0.4 % of 8,199 + 2,850.
    s.index('54660');
    expect(steps()).toEqual([]);
    // 1,000 − 810 − 150 = 40 is not above 44.16.
    s.index('54600');
    const [step, ...others] = steps();
    expect(others).toEqual([]);
    expect(step).toMatchObject({ positionId: larger, remainingLots: 0 });
    expect(step!.cross!.positions.map(one => one.positionId)).toEqual([larger, smaller]);
    expect(step!.cross).toMatchObject({ availableMinor: 1_000_000_000n, equityMinor: 40_000_000n });
    expect(step!.cross!.maintenanceMinor).toBe(44_160_000n);
    // It had 850 to give, and lost 750 at 55,000.
    expect(step).toMatchObject({ marginMinor: 850_000_000n, returnedMinor: 100_000_000n });
    expect(account()).toMatchObject({ equityMinor: 100_000_000n });
    expect(s.position(smaller).status).toBe('holding');
    s.exchange.checkInvariants('all');
  });

  it('cancels waiting orders before it ends a position', () => {
    const id = open(1, BTC_USDT, 'long', 150, 20);
    s.must(s.limit(1, 'long', 1, '57500', { multiple: 1 }));
    s.index('54000');
    const [, waiting] = s.exchange.perpetual.positionsOf(1);
    expect(waiting!.status).toBe('pending');
    // 942.5 − 915 is not above 0.4 % of 8,085; with the 57.5 that waited it is.
    s.index('53900');
    expect(steps()).toEqual([]);
    expect(s.reported(waiting!.positionId)).toMatchObject({
      status: 'cancelled',
      openingEndReason: 'wouldBeLiquidated',
    });
    expect(s.position(id).status).toBe('holding');
  });

  it('looks at nobody while marks stay within what an account can bear', () => {
    open(1, BTC_USDT, 'long', 50);
    open(1, ETH_USDT, 'short', 50);
    const before = s.exchange.perpetual.crossLooks;
    for (let i = 0; i < 200; i++) {
      s.index(String(60_000 + (i % 21) * 20));
      second(String(60_000 - (i % 17) * 20));
    }
    expect(s.exchange.perpetual.crossLooks).toBe(before);
  });

  it('is the same after a restart in between', () => {
    open(1, BTC_USDT, 'long', 150, 20);
    open(1, ETH_USDT, 'long', 50, 20);
    s.index('57000');
    const restored = Exchange.restore(s.exchange.snapshot());
    expect(restored.perpetual.marginType(1, BTC_USDT)).toBe('cross');
    const tick: Command = {
      type: 'recordIndexTick',
      marketId: BTC_USDT,
      priceE8: 5_300_000_000_000,
      sources: [{ name: 'test', priceE8: 5_300_000_000_000, atMs: 1 }],
    };
    const outcome = s.exchange.apply(tick, s.nowMs);
    expect(restored.apply(tick, s.nowMs)).toEqual(outcome);
    expect(restored.stateHash()).toBe(s.exchange.stateHash());
    expect(outcome.ok && outcome.events.some(event => event.type === 'positionLiquidated')).toBe(true);
  });
});
