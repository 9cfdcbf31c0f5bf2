import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../durations.ts';
import { Exchange } from '../exchange.ts';
import { PerpetualScenario } from '../perpetual/testing/perpetual-scenario.ts';

const USDT_1 = 1_000_000n;

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  for (const customerId of [1, 2, 3]) s.trader(customerId);
});

const lostToday = (customerId: number) => s.exchange.limits.standing(customerId, s.nowMs).lostTodayMinor;
const limitTo = (units: bigint) =>
  s.must({ type: 'setDailyLossLimit', customerId: 1, limitMinor: units * USDT_1 });

describe('limits customers set themselves, on perpetual contracts', () => {
  it('count profits, losses and fees of closed positions', () => {
    // 0.1 BTC at 60,000: the maker's fee is 1.2, the taker's 3.
    const { long } = s.open(1, 2, 100, '60000');
    expect([lostToday(1), lostToday(2)]).toEqual([1_200_000n, 3_000_000n]);
    s.index('59000');
    s.must(s.limit(3, 'long', 100, '59000'));
    s.must(s.close(1, long));
    // A loss of 100, and 0.05 % of 5,900.
    expect(lostToday(1)).toBe(1_200_000n + 100n * USDT_1 + 2_950_000n);
    s.must(s.limit(1, 'short', 50, '59000'));
    s.must(s.close(2, s.exchange.perpetual.positionsOf(2)[0]!.positionId, 50));
    // Half of it closed: a profit of 50, and 0.05 % of 2,950.
    expect(lostToday(2)).toBe(3_000_000n - 50n * USDT_1 + 1_475_000n);
  });

  it('refuse a position exactly when its margin and fee exceed what is left', () => {
    limitTo(600n);
    const order = s.limit(1, 'long', 100, '60000');
    expect(s.refusal(order)).toBe('daily_loss_limit');
    s.must({ ...order, multiple: 20 });
  });

  it('count all open positions and waiting orders, so many small ones do not bypass the limit', () => {
    limitTo(600n);
    const order = { ...s.limit(1, 'long', 100, '60000'), multiple: 20 };
    s.must(order);
    expect(s.refusal(order)).toBe('daily_loss_limit');
    s.must(s.limit(2, 'short', 100, '60000'));
    expect(s.refusal(order)).toBe('daily_loss_limit');
    s.must(s.limit(3, 'short', 100, '60000'));
    s.must(s.limit(3, 'long', 200, '59990'));
    s.must({ ...order, lots: 50 });
    const [position] = s.exchange.perpetual.positionsOf(1);
    s.must(s.close(1, position!.positionId));
    expect(s.exchange.perpetual.positionsOf(1).length).toBe(1);
    s.must({ ...order, lots: 50 });
  });

  it('in a cool-down nothing opens and everything may be closed', () => {
    const { long } = s.open(1, 2, 100, '60000');
    s.must({ type: 'setCoolDown', customerId: 1, untilMs: s.nowMs + HOUR_MS });
    expect(s.refusal(s.limit(1, 'long', 100, '60000'))).toBe('cooling_down');
    expect(s.refusal(s.marketOf(1, 'short', 1))).not.toBe('');
    s.must({ type: 'addMargin', customerId: 1, positionId: long, amountMinor: USDT_1 });
    s.must(s.limit(3, 'long', 100, '60000'));
    s.must(s.close(1, long));
    expect(s.exchange.perpetual.positionsOf(1)).toEqual([]);
  });

  it('a cool-down cancels opening orders, also in halted contracts, and keeps closing ones', () => {
    const { long } = s.open(1, 2, 100, '60000');
    s.must(s.limit(1, 'long', 100, '59990'));
    s.must(s.close(1, long, 40, '60010'));
    s.must({ type: 'setPerpetualStatus', marketId: s.position(long).marketId, status: 'halted' });
    const before = s.exchange.perpetual.positionsOf(1).length;
    s.must({ type: 'setCoolDown', customerId: 1, untilMs: s.nowMs + HOUR_MS });
    expect(s.eventsOf('limitsChanged')).toHaveLength(1);
    expect(s.exchange.perpetual.positionsOf(1)).toHaveLength(before - 1);
    s.must({ type: 'setPerpetualStatus', marketId: s.position(long).marketId, status: 'open' });
    s.must(s.limit(3, 'short', 100, '59990'));
    expect(s.exchange.perpetual.positionsOf(1).map(position => position.positionId)).toEqual([long]);
    s.must(s.limit(2, 'long', 140, '60010'));
    expect(s.position(long).closedLots).toBe(40);
    s.exchange.checkInvariants('all');
  });

  it('are the reason given for cancelled orders and for the rest of partly filled ones', () => {
    s.must(s.limit(1, 'long', 100, '59990'));
    const untouched = s.exchange.perpetual.lastPositionId;
    s.must(s.limit(1, 'long', 100, '60000'));
    const inPart = s.exchange.perpetual.lastPositionId;
    s.must(s.limit(2, 'short', 40, '60000'));
    s.must({ type: 'setCoolDown', customerId: 1, untilMs: s.nowMs + HOUR_MS });
    expect(s.reported(untouched)).toMatchObject({ status: 'cancelled', openingEndReason: 'ownLimit' });
    expect(s.reported(inPart)).toMatchObject({
      status: 'holding',
      openedLots: 40,
      openingEndReason: 'ownLimit',
    });
    const restored = Exchange.restore(s.exchange.snapshot());
    expect(restored.perpetual.position(inPart)).toEqual(s.position(inPart));
  });

  it('count the whole margin as lost for a position deleveraged at its bankruptcy price', () => {
    // No insurance fund and no buyers, so the opposing short is deleveraged.
    const { long } = s.open(1, 2, 100, '60000', { long: 50 });
    s.index('58500');
    expect(s.exchange.perpetual.position(long)).toBeNull();
    expect(s.eventsOf('positionDeleveraged')).not.toEqual([]);
    expect(lostToday(1)).toBe(1_000_000n * USDT_1 - s.contractFunds(1).available);
    expect(lostToday(1)).toBeGreaterThanOrEqual(120n * USDT_1);
    expect(lostToday(2)).toBe(1_000_000n * USDT_1 - s.contractFunds(2).available);
  });

  it('count what a liquidation took of the margin', () => {
    s.fundInsurance('10000');
    const { long } = s.open(1, 2, 100, '60000', { long: 50 });
    const margin = s.position(long).marginMinor;
    s.must(s.limit(3, 'long', 200, '58900'));
    s.index('58900');
    expect(s.exchange.perpetual.positionsOf(1)).toEqual([]);
    const { available } = s.contractFunds(1);
    expect(lostToday(1)).toBe(1_000_000n * USDT_1 - available);
    expect(lostToday(1)).toBeGreaterThan(margin / 2n);
  });
});
