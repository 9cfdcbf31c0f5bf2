import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import type { SelfTradeMode } from '../spot/order.ts';
import type { ContractInstructions } from './instructions.ts';
import type { PositionSide } from './position-view.ts';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  for (const customerId of [1, 2, 3]) s.trader(customerId);
});

function asking(side: PositionSide, lots: number, price: string, instructions: ContractInstructions) {
  return s.limit(1, side, lots, price, { instructions });
}

/** Levels of the book, best first: price × lots. */
function book() {
  const { bids, asks } = s.exchange.perpetual.depth(BTC_USDT, 9);
  const shown = (levels: typeof bids) => levels.map(([priceTicks, lots]) => `${priceTicks / 10} × ${lots}`);
  return { bids: shown(bids), asks: shown(asks) };
}

function refused(command: Command) {
  const outcome = s.exchange.apply(command, s.nowMs);
  if (outcome.ok) throw new Error(`${command.type} was accepted`);
  return outcome.refusal;
}

function restored(): void {
  const before = s.exchange.stateHash();
  s.exchange = Exchange.restore(s.exchange.snapshot());
  expect(s.exchange.stateHash()).toBe(before);
}

/** The newest position that customer 1 was told of. */
const mine = () => s.changes().findLast(({ customerId }) => customerId === 1)!;

describe('time in force', () => {
  it('IOC: takes what is there, and the rest ends', () => {
    s.must(s.limit(2, 'short', 10, '60000'));
    s.must(asking('long', 15, '60000', { timeInForce: 'IOC' }));
    expect(mine()).toMatchObject({ openedLots: 10, waitingLots: 0, openingEndReason: 'immediateRemainder' });
    expect(book()).toEqual({ bids: [], asks: [] });
  });

  it('FOK: all at once or nothing, at a limit and at market', () => {
    s.must(s.limit(2, 'short', 10, '60000'));
    expect(s.refusal(asking('long', 11, '60000', { timeInForce: 'FOK' }))).toBe('fill_or_kill_unfillable');
    const market = s.marketOf(1, 'long', 11, { instructions: { timeInForce: 'FOK' } });
    expect(s.refusal(market)).toBe('fill_or_kill_unfillable');
    s.must({ ...market, lots: 10 });
    expect(mine()).toMatchObject({ openedLots: 10, openingEndReason: 'filled' });
  });

  it('FOK in net mode: closing and opening are both there before either happens', () => {
    s.must(s.mode(1, 'net'));
    s.must(s.limit(2, 'long', 10, '60000'));
    s.must(s.marketOf(1, 'short', 10));
    s.must(s.limit(2, 'short', 25, '60000'));
    const turn = asking('long', 30, '60000', { timeInForce: 'FOK' });
    expect(s.refusal(turn)).toBe('fill_or_kill_unfillable');
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
    expect(s.refusal({ ...turn, lots: 25 })).toBe('customer_frozen');
    expect(s.held(1, 'short')).toMatchObject({ closedLots: 0 });
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: false });
    expect(s.placed({ ...turn, lots: 25 })).toMatchObject({ status: 'filled', filledLots: 25 });
    expect(s.held(1, 'long')).toMatchObject({ openedLots: 15 });
  });

  it('FOK that only reduces wants no more than is held', () => {
    s.must(s.mode(1, 'net'));
    s.must(s.limit(2, 'long', 30, '60000'));
    s.must(s.marketOf(1, 'short', 10));
    s.must(s.marketOf(3, 'short', 20));
    s.must(s.limit(2, 'short', 30, '60000'));
    const reduce = s.limit(1, 'long', 11, '60000', {
      reduceOnly: true,
      mode: 'net',
      instructions: { timeInForce: 'FOK' },
    });
    expect(s.refusal(reduce)).toBe('fill_or_kill_unfillable');
    expect(s.placed({ ...reduce, lots: 10 })).toMatchObject({ status: 'filled' });
  });

  it('GTD: waits until its date, over a restart', () => {
    const expiresAtMs = s.nowMs + 90_000;
    s.must(asking('long', 5, '59000', { timeInForce: 'GTD', expiresAtMs }));
    s.must(s.limit(1, 'long', 5, '58900'));
    restored();
    s.passTo(expiresAtMs - 1);
    expect(book().bids).toEqual(['59000 × 5', '58900 × 5']);
    s.passTo(expiresAtMs);
    expect(mine()).toMatchObject({ status: 'cancelled', openingEndReason: 'expired' });
    expect(book().bids).toEqual(['58900 × 5']);
    expect(s.refusal(asking('long', 5, '59000', { timeInForce: 'GTD', expiresAtMs }))).toBe('expiry_in_past');
  });

  it('refuses what does not go together', () => {
    const fields = (instructions: object, postOnly = false) =>
      refused(s.limit(1, 'long', 5, '59000', { postOnly, instructions })).field;
    expect(fields({ timeInForce: 'GTD' })).toBe('expires_at_ms');
    expect(fields({ expiresAtMs: 9e15 })).toBe('expires_at_ms');
    expect(fields({ timeInForce: 'FOK' }, true)).toBe('post_only');
    expect(fields({ timeInForce: 'GTC' })).toBe('time_in_force');
    expect(fields({ trail: { by: 'ticks', distance: 5 } })).toBe('trail');
    const dated = { timeInForce: 'GTD' as const, expiresAtMs: 9e15 };
    expect(refused(s.marketOf(1, 'long', 5, { instructions: dated })).field).toBe('time_in_force');
  });
});

describe('an order that gets nothing', () => {
  it('ends instead of being refused, if it asks for that', () => {
    s.must(asking('long', 5, '60000', { timeInForce: 'FOK', ifUnfillable: 'expire' }));
    expect(mine()).toMatchObject({
      status: 'cancelled',
      openingEndReason: 'immediateRemainder',
      openedLots: 0,
    });
    s.must(s.marketOf(1, 'long', 5, { instructions: { ifUnfillable: 'expire' } }));
    expect(mine()).toMatchObject({ status: 'cancelled', openingEndReason: 'immediateRemainder' });
    expect(s.contractFunds(1).frozen).toBe(0n);
    s.must(s.mode(1, 'hedge'));
    const order = s.placed(s.marketOf(1, 'long', 5, { instructions: { ifUnfillable: 'expire' } }));
    expect(order).toMatchObject({ status: 'ended', endReason: 'immediateRemainder', filledLots: 0 });
  });

  it('is still refused for every other reason', () => {
    const order = asking('long', 5, '90000', { timeInForce: 'FOK', ifUnfillable: 'expire' });
    expect(s.refusal(order)).toBe('price_out_of_band');
  });
});

describe('self-trade prevention', () => {
  /** Customer 1 asks 10 at 60000, then 2 asks 10, then 1 asks 30 at 60100. */
  function own(): void {
    s.must(s.limit(1, 'short', 10, '60000'));
    s.must(s.limit(2, 'short', 10, '60000'));
    s.must(s.limit(1, 'short', 30, '60100'));
  }

  function buy(lots: number, selfTrade: SelfTradeMode, others: ContractInstructions = {}): void {
    s.must(asking('long', lots, '60100', { selfTrade, ...others }));
  }

  const ends = () => s.changes().map(({ positionId, openingEndReason }) => [positionId, openingEndReason]);

  it.each(['each', 'net', 'hedge'] as const)(
    'expireMaker in mode %s: own orders end, the taker goes on',
    mode => {
      s.must(s.mode(1, mode));
      own();
      buy(50, 'expireMaker');
      expect(book()).toEqual({ asks: [], bids: ['60100 × 40'] });
      restored();
    },
  );

  it('expireMaker and FOK: counts what others offer, and takes off nothing if that is too little', () => {
    own();
    const fok = (lots: number) =>
      asking('long', lots, '60100', { selfTrade: 'expireMaker', timeInForce: 'FOK' });
    expect(s.refusal(fok(11))).toBe('fill_or_kill_unfillable');
    s.must(fok(10));
    expect(book().asks).toEqual(['60100 × 30']);
  });

  it.each(['each', 'net', 'hedge'] as const)('expireBoth in mode %s: both end', mode => {
    s.must(s.mode(1, mode));
    own();
    buy(20, 'expireBoth');
    expect(book()).toEqual({ bids: [], asks: ['60000 × 10', '60100 × 30'] });
    buy(20, 'expireBoth');
    expect(book()).toEqual({ bids: [], asks: [] });
    expect(s.exchange.perpetual.openInterestLots(BTC_USDT)).toBe(10);
    restored();
  });

  it('expireTaker: as without it', () => {
    own();
    expect(s.refusal(asking('long', 5, '60000', { selfTrade: 'expireTaker' }))).toBe('no_liquidity');
  });

  it('decrement: both lose the lots that would have traded, and neither was filled', () => {
    own();
    buy(25, 'decrement');
    expect(ends()).toContainEqual([1, 'selfTrade']);
    expect(s.reported(s.exchange.perpetual.lastPositionId)).toMatchObject({
      openedLots: 10,
      openingEndReason: 'selfTrade',
      asked: { preventedLots: 15 },
    });
    expect(book()).toEqual({ bids: [], asks: ['60100 × 25'] });
    const waiting = s.exchange.perpetual.positionsOf(1).find(one => one.waitingLots === 25)!;
    expect(waiting).toMatchObject({ lots: 30, asked: { preventedLots: 5 } });
    // 25 lots × 6010 at 10×, and the maker's fee of 0.02 %.
    expect(waiting.waitingMinor).toBe(150_250_000n + 300_500n);
    restored();
  });

  it('decrement while closing in net mode: goes on closing what the prevented lots have left', () => {
    s.must(s.mode(1, 'net'));
    s.must(s.limit(2, 'short', 20, '60000'));
    s.must(s.marketOf(1, 'long', 20));
    s.must(s.limit(1, 'long', 5, '60000'));
    s.must(s.limit(2, 'long', 40, '60000'));
    const order = s.placed(asking('short', 30, '60000', { selfTrade: 'decrement' }));
    expect(order).toMatchObject({ status: 'ended', filledLots: 25, endReason: 'selfTrade' });
    expect(order.asked).toMatchObject({ preventedLots: 5 });
    expect(s.held(1, 'short')).toMatchObject({ openedLots: 5 });
    restored();
  });
});

describe('names', () => {
  const named = (clientOrderId: string, price = '59000') =>
    s.limit(1, 'long', 5, price, { clientOrderId, instructions: {} });

  it('are unique among the orders of contracts a customer has waiting, in every mode', () => {
    s.must(named('grid-1'));
    restored();
    expect(s.refusal(named('grid-1'))).toBe('duplicate_client_order_id');
    s.must({ ...named('grid-1'), customerId: 2 });
    s.must({ type: 'cancelPerpetualOrder', customerId: 1, orderId: 1 });
    s.must(s.mode(1, 'net'));
    s.must(named('grid-1'));
    expect(s.refusal(named('grid-1'))).toBe('duplicate_client_order_id');
    s.must(s.marketOf(3, 'short', 10, { worstPriceTicks: s.ticks('59000') }));
    s.must(named('grid-1', '58000'));
  });

  it('have 1 to 36 characters of an alphabet; orders of before may have others, and repeat them', () => {
    expect(refused(named('with spaces')).field).toBe('client_order_id');
    expect(refused(named('x'.repeat(37))).field).toBe('client_order_id');
    const old = s.limit(1, 'long', 5, '59000', { clientOrderId: 'with spaces' });
    s.must(old);
    s.must(old);
  });
});
