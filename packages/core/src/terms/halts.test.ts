import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { Exchange } from '../exchange.ts';
import { PerpetualScenario } from '../perpetual/testing/perpetual-scenario.ts';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import type { TradingLine } from '../market/halt.ts';

const halt = (line: TradingLine, forMs: number | null, prolong = false): Command => ({
  type: 'haltTrading',
  line,
  marketId: BTC_USDT,
  mode: forMs === null ? 'closeOnly' : 'full',
  reason: 'prices',
  note: 'two sources differ',
  forMs,
  prolong,
});
const resume = (line: TradingLine): Command => ({ type: 'resumeTrading', line, marketId: BTC_USDT });

function scenario() {
  const s = new PerpetualScenario({ staleAfterMs: 24 * HOUR_MS });
  for (const id of [1, 2, 3]) s.trader(id);
  s.customer(11, { USDT: '100000' });
  return s;
}

describe('close-only', () => {
  it('allows reducing and cancelling; opening orders may only wait for reducing ones', () => {
    const s = scenario();
    const { long } = s.open(1, 2, 10, '60000');
    s.must(s.limit(3, 'short', 5, '60200'));
    const waiting = s.exchange.perpetual.lastPositionId;
    s.must(halt('perpetual', null));
    expect(s.exchange.perpetual.status(BTC_USDT)).toBe('cancelOnly');
    expect(s.exchange.terms.halt('perpetual', BTC_USDT)).toMatchObject({ reason: 'prices', untilMs: null });
    expect(s.refusal(s.marketOf(3, 'long', 1))).toBe('market_cancel_only');
    expect(s.refusal(s.limit(3, 'long', 1, '60300'))).toBe('market_cancel_only');
    s.must(s.limit(3, 'long', 10, '59900', { postOnly: true }));
    s.must(s.close(1, long));
    expect(s.exchange.perpetual.position(long)).toBeNull();
    s.must({ type: 'cancelPerpetualOrder', customerId: 3, orderId: waiting });
    expect(s.exchange.perpetual.openInterestLots(BTC_USDT)).toBe(10);
    s.must(resume('perpetual'));
    expect(s.exchange.perpetual.status(BTC_USDT)).toBe('open');
  });

  it('on a spot market allows only cancelling', () => {
    const s = scenario();
    s.must(s.limitOrder(11, 'buy', '0.1', '59900'));
    s.must(halt('spot', null));
    expect(s.refusal(s.limitOrder(11, 'buy', '0.1', '59900'))).toBe('market_cancel_only');
    s.must({ type: 'cancelAllOrders', customerId: 11, marketId: BTC_USDT });
    expect(s.exchange.openOrders(11)).toEqual([]);
  });
});

describe('a full halt', () => {
  it('liquidates nobody, allows cancelling and adding margin, and ends by itself', () => {
    const s = scenario();
    const { long } = s.open(1, 2, 10, '60000', { long: 50 });
    s.must(s.limit(3, 'long', 50, '59000'));
    const waiting = s.exchange.perpetual.lastPositionId;
    s.must(halt('perpetual', HOUR_MS));
    const { nowMs } = s;
    s.index('58000');
    expect(s.position(long).status).toBe('holding');
    expect(s.refusal(s.close(1, long))).toBe('market_halted');
    s.must({ type: 'addMargin', customerId: 1, positionId: long, amountMinor: 1_000_000n });
    s.must({ type: 'cancelPerpetualOrder', customerId: 3, orderId: waiting });
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 3, marketId: BTC_USDT });
    s.exchange = Exchange.restore(s.exchange.snapshot());

    s.passTo(nowMs + HOUR_MS);
    expect(s.exchange.perpetual.status(BTC_USDT)).toBe('cancelOnly');
    expect(s.exchange.terms.halt('perpetual', BTC_USDT)).toMatchObject({
      mode: 'recovery',
      untilMs: nowMs + HOUR_MS + 10 * MINUTE_MS,
    });
    s.must(s.limit(3, 'long', 50, '57900', { postOnly: true }));
    s.index('58001');
    expect(s.position(long).status).toBe('holding');
    s.exchange = Exchange.restore(s.exchange.snapshot());
    const events = s.passTo(nowMs + HOUR_MS + 10 * MINUTE_MS);
    expect(s.exchange.perpetual.status(BTC_USDT)).toBe('open');
    expect(events.some(event => event.type === 'positionLiquidated')).toBe(true);
  });

  it('does not retry a stop that fired before it and found no counterparty', () => {
    const s = scenario();
    const { long } = s.open(1, 2, 10, '60000', { long: 5 });
    s.must({
      type: 'setStops',
      customerId: 1,
      positionId: long,
      takeProfitTicks: null,
      stopLossTicks: s.ticks('59500'),
    });
    s.index('59400');
    expect(s.position(long)).toMatchObject({ status: 'holding', triggered: 'stopLoss' });
    s.must(s.limit(3, 'long', 10, '59400', { postOnly: true }));
    s.must(halt('perpetual', MINUTE_MS));
    s.index('59399');
    expect(s.position(long).status).toBe('holding');
    s.passTo(s.nowMs + MINUTE_MS);
    s.index('59400');
    expect(s.exchange.perpetual.position(long)).toBeNull();
  });

  it('is followed by ten minutes to close before liquidations', () => {
    const s = scenario();
    const { long } = s.open(1, 2, 10, '60000', { long: 50 });
    s.must(halt('perpetual', MINUTE_MS));
    s.index('58900');
    s.passTo(s.nowMs + MINUTE_MS);
    s.must(s.limit(3, 'long', 10, '58900', { postOnly: true }));
    s.must(s.close(1, long));
    expect(s.exchange.perpetual.position(long)).toBeNull();
  });

  it('liquidates when the ten minutes end, not at the next price', () => {
    const s = scenario();
    const { long } = s.open(1, 2, 10, '60000', { long: 50 });
    // Between two full minutes nothing else is due.
    s.nowMs += 20_000;
    s.must(halt('perpetual', MINUTE_MS));
    s.index('58000');
    s.passTo(s.nowMs + MINUTE_MS);
    s.must(s.limit(3, 'long', 50, '57900', { postOnly: true }));
    const { untilMs } = s.exchange.terms.halt('perpetual', BTC_USDT)!;
    s.passTo(untilMs! - 1);
    expect(s.position(long).status).toBe('holding');
    expect(s.passTo(untilMs!).some(event => event.type === 'positionLiquidated')).toBe(true);
  });

  it('keeps the ten minutes if close-only is requested during them, and again after it', () => {
    const s = scenario();
    const { long } = s.open(1, 2, 10, '60000', { long: 50 });
    s.must(halt('perpetual', MINUTE_MS));
    s.passTo(s.nowMs + MINUTE_MS);
    const openMs = s.nowMs + 10 * MINUTE_MS;
    s.must(halt('perpetual', null));
    s.index('58000');
    expect(s.position(long).status).toBe('holding');
    s.must(resume('perpetual'));
    expect(s.exchange.terms.halt('perpetual', BTC_USDT)).toMatchObject({ mode: 'recovery', untilMs: openMs });
    s.exchange = Exchange.restore(s.exchange.snapshot());
    s.must(halt('perpetual', null));
    s.exchange = Exchange.restore(s.exchange.snapshot());
    s.must(s.limit(3, 'long', 50, '57900', { postOnly: true }));
    s.passTo(openMs - 1);
    s.index('58001');
    expect(s.position(long).status).toBe('holding');
    expect(s.passTo(openMs).some(event => event.type === 'positionLiquidated')).toBe(true);
    s.must(resume('perpetual'));
    expect(s.exchange.perpetual.status(BTC_USDT)).toBe('open');
  });

  it('accrues no funding: the interval it overlaps is not paid', () => {
    const s = scenario();
    s.open(1, 2, 10, '60000');
    s.must(s.limit(3, 'long', 1_000, '59990'));
    s.must(s.limit(3, 'short', 1_000, '60010'));
    const start = s.nowMs;
    s.passTo(start + HOUR_MS);
    expect(s.exchange.perpetual.funding(BTC_USDT)!.samples).toBeGreaterThan(0);
    s.must(halt('perpetual', MINUTE_MS));
    const { samples } = s.exchange.perpetual.funding(BTC_USDT)!;
    s.passTo(start + HOUR_MS + MINUTE_MS);
    expect(s.exchange.perpetual.funding(BTC_USDT)!.samples).toBe(samples);
    s.exchange = Exchange.restore(s.exchange.snapshot());
    const first = s.passTo(start + 8 * HOUR_MS);
    expect(first.filter(({ type }) => type === 'fundingSettled')).toEqual([]);
    expect(first.filter(({ type }) => type === 'fundingSkipped')).toHaveLength(1);
    const second = s.passTo(start + 16 * HOUR_MS);
    expect(second.filter(({ type }) => type === 'fundingSettled')).toHaveLength(1);
  });

  it('lasts at most 4 hours, needs a reason, and two people to prolong', () => {
    const s = scenario();
    expect(s.refusal(halt('perpetual', 4 * HOUR_MS + 1))).toBe('invalid_halt');
    const note = 'x'.repeat(501);
    expect(s.refusal({ ...halt('spot', HOUR_MS), note } as Command)).toBe('invalid_halt');
    expect(s.refusal({ ...halt('spot', HOUR_MS), reason: '' } as unknown as Command)).toBe('invalid_halt');
    s.must(halt('perpetual', 4 * HOUR_MS));
    expect(s.refusal(halt('perpetual', HOUR_MS))).toBe('halt_takes_two');
    expect(s.refusal(halt('perpetual', null))).toBe('halt_in_force');
    expect(s.refusal({ type: 'setPerpetualStatus', marketId: BTC_USDT, status: 'open' })).toBe(
      'halt_in_force',
    );
    s.passTo(s.nowMs + HOUR_MS);
    s.must(halt('perpetual', 4 * HOUR_MS, true));
    s.passTo(s.nowMs + 4 * HOUR_MS);
    s.passTo(s.nowMs + HOUR_MS);
    expect(s.exchange.perpetual.status(BTC_USDT)).toBe('open');
    expect(s.refusal(halt('perpetual', HOUR_MS))).toBe('halt_takes_two');
    const endedMs = s.nowMs - HOUR_MS;
    s.passTo(endedMs + 24 * HOUR_MS - 1);
    expect(s.refusal(halt('perpetual', HOUR_MS))).toBe('halt_takes_two');
    s.passTo(endedMs + 24 * HOUR_MS);
    s.must(halt('perpetual', HOUR_MS));
    s.must(resume('perpetual'));
    expect(s.exchange.terms.halt('perpetual', BTC_USDT)?.mode).toBe('recovery');
    expect(s.refusal(resume('perpetual'))).toBe('halt_in_force');
  });

  it('on a spot market is not undone by the older status command', () => {
    const s = scenario();
    s.must(halt('spot', HOUR_MS));
    for (const status of ['open', 'cancelOnly', 'halted'] as const) {
      expect(s.refusal({ type: 'setMarketStatus', marketId: BTC_USDT, status })).toBe('halt_in_force');
    }
    expect(s.exchange.marketStatus(BTC_USDT)).toBe('halted');
  });

  it('on a spot market allows cancelling, also for ten minutes before trading resumes', () => {
    const s = scenario();
    s.must(s.limitOrder(11, 'buy', '0.1', '59900'));
    s.must(halt('spot', HOUR_MS));
    expect(s.refusal(s.limitOrder(11, 'buy', '0.1', '59900'))).toBe('market_halted');
    const order = s.exchange.openOrders(11)[0]!;
    s.must({ type: 'cancelOrder', customerId: 11, orderId: order.orderId });
    s.passTo(s.nowMs + HOUR_MS);
    expect(s.exchange.marketStatus(BTC_USDT)).toBe('cancelOnly');
    s.passTo(s.nowMs + 10 * MINUTE_MS);
    expect(s.exchange.marketStatus(BTC_USDT)).toBe('open');
  });

  it('of an older journal has no end, and resuming it starts the recovery time', () => {
    const s = scenario();
    s.must({ type: 'setPerpetualStatus', marketId: BTC_USDT, status: 'halted' });
    const cancelAll: Command = { type: 'cancelAllPerpetualOrders', customerId: 1, marketId: BTC_USDT };
    expect(s.refusal(cancelAll)).toBe('market_halted');
    s.must(resume('perpetual'));
    expect(s.exchange.terms.halt('perpetual', BTC_USDT)?.mode).toBe('recovery');
    expect(s.refusal(resume('spot'))).toBe('not_halted');
  });
});
