import { describe, expect, test } from 'vitest';
import { assess } from './assess.ts';
import { heldOf, modeChange, NOTHING_HELD, type PositionMode } from './held.ts';
import { toOrderRequest, toRequest } from './request.ts';
import { BTC_PERPETUAL, exampleContext, exampleOrder, examplePosition } from './testing/example-contract.ts';
import { emptyTicket, type Ticket } from './ticket.ts';

const LONG = examplePosition();
const SHORT = examplePosition({ position_id: 11, direction: 'short', bankruptcy_price: '110000' });
const heldIn = (mode: PositionMode, positions = [LONG], orders = [exampleOrder()]) =>
  heldOf(mode, positions, orders, 1);

function judge(change: Partial<Ticket>, held = heldIn('net')) {
  const ticket = { ...emptyTicket(10, 'short'), ...change };
  const { summary, problems } = assess(ticket, exampleContext({ held }));
  return { summary, codes: problems.map(({ code }) => code), ticket, held };
}

describe('what an order meets', () => {
  test('nothing where each opens a position of its own', () => {
    expect(heldIn('each')).toBe(NOTHING_HELD);
  });

  test('the positions of its contract, and what waits to close them', () => {
    const other = examplePosition({ position_id: 5, market_id: 2 });
    expect(heldIn('net', [other, LONG])).toMatchObject({ long: LONG, short: null, closing: { long: 10n } });
    expect(heldIn('hedge', [LONG, SHORT], [])).toMatchObject({ long: LONG, short: SHORT });
  });
});

describe('net', () => {
  test('an order the other way closes first and needs no money for that', () => {
    const { summary, codes } = judge({ lots: '60' });
    expect(summary).toMatchObject({ closesLots: 60n, marginMinor: 0n, neededMinor: 0n, liquidation: null });
    expect(codes).toEqual([]);
  });

  test('what is left opens, at the price that is left', () => {
    // 100 lots close; 50 open at 99,990.
    const { summary } = judge({ lots: '150' });
    expect(summary).toMatchObject({
      closesLots: 100n,
      entryPrice: '99990.0',
      wholeMinor: 14_998_500_000n,
      valueMinor: 4_999_500_000n,
      marginMinor: 499_950_000n,
    });
    expect(summary.liquidation?.ticks).toBe(judge({ lots: '50' }, NOTHING_HELD).summary.liquidation?.ticks);
  });

  test('a limit that waits has margin of its own', () => {
    const { summary } = judge({ type: 'limit', price: '100005', lots: '60' });
    expect(summary).toMatchObject({ closesLots: 0n, marginMinor: 600_030_000n });
  });

  test('one the same way moves the liquidation price of the whole position', () => {
    const alone = judge({ direction: 'long', lots: '100' }, NOTHING_HELD).summary;
    const more = judge({ direction: 'long', lots: '100' }).summary;
    // 200 lots at 100,005 on average.
    expect(alone.liquidation?.price).toBe('90461.30653266');
    expect(more.liquidation?.price).toBe('90456.78391959');
    expect(more.worstMinor).toBe((alone.worstMinor ?? 0n) + 1_000_000_000n);
  });
});

describe('an order that only reduces', () => {
  const reduceOnly = { reduceOnly: true, lots: '60' } as const;

  test('shows what closing brings', () => {
    const { summary, codes } = judge(reduceOnly);
    expect(summary).toMatchObject({ closesLots: 60n, neededMinor: 0n, marginMinor: null });
    expect(summary.closing).toMatchObject({ price: '99990.0' });
    expect(codes).toEqual([]);
  });

  test.each<[string, Partial<Ticket>, string]>([
    ['nothing on that side', { direction: 'long' }, 'nothing_to_reduce'],
    ['more than is held', { lots: '101' }, 'not_enough_lots'],
    ['more than others leave to it', { type: 'limit', price: '101000', lots: '91' }, 'not_enough_free'],
    ['a price beyond bankruptcy', { type: 'limit', price: '89000' }, 'price_beyond_bankruptcy'],
    ['post-only that would take', { type: 'postOnly', price: '99990' }, 'post_only_would_take'],
    ['no lots', { lots: '' }, 'lots_required'],
  ])('is refused: %s', (_name, change, code) => {
    expect(judge({ ...reduceOnly, ...change }).codes).toEqual([code]);
  });

  test('waits for its turn where others close all of it', () => {
    const all = heldIn('net', [LONG], [exampleOrder({ waiting_lots: 100 })]);
    expect(judge({ ...reduceOnly, type: 'limit', price: '101000' }, all).codes).toEqual(['all_closing']);
    // What is taken at once takes the turn of those that wait.
    expect(judge(reduceOnly, all).codes).toEqual([]);
  });

  test('means nothing where each order is a position', () => {
    expect(judge(reduceOnly, NOTHING_HELD).summary.closing).toBeNull();
  });
});

describe('what is sent', () => {
  const sent = (change: Partial<Ticket>, mode: PositionMode) => {
    const { ticket, summary, held } = judge(change, heldIn(mode, [LONG, SHORT], []));
    return toOrderRequest(ticket, BTC_PERPETUAL, summary, held);
  };

  test('hedge names the position; net says that it only reduces', () => {
    const limit = { type: 'limit', price: '101000', lots: '5', reduceOnly: true } as const;
    expect(sent(limit, 'hedge')).toEqual({
      ...{ market_id: 1, side: 'sell', type: 'limit', lots: '5', multiple: 10, price: '101000.0' },
      position_side: 'long',
    });
    expect(sent({ ...limit, reduceOnly: false }, 'hedge').position_side).toBe('short');
    expect(sent(limit, 'net')).toMatchObject({ reduce_only: true });
    expect(sent({ ...limit, reduceOnly: false }, 'net')).not.toHaveProperty('reduce_only');
  });

  test('each opens a position of its own', () => {
    const { ticket, summary } = judge({ type: 'postOnly', price: '101000', lots: '5' }, NOTHING_HELD);
    expect(toRequest(ticket, BTC_PERPETUAL, summary)).toEqual({
      ...{ market_id: 1, direction: 'short', type: 'limit', lots: '5', multiple: 10 },
      ...{ price: '101000.0', post_only: true },
    });
  });
});

describe('changing the mode', () => {
  const two = [LONG, examplePosition({ position_id: 9 })];

  test('makes positions of one side one', () => {
    expect(modeChange('hedge', [...two, SHORT], [], 1)).toEqual({
      refused: null,
      merged: { long: 2, short: 0 },
    });
    expect(modeChange('each', two, [], 1).merged.long).toBe(0);
  });

  test.each<[string, Parameters<typeof modeChange>, string | null]>([
    ['orders wait', ['hedge', [], [exampleOrder()], 1], 'orders_waiting'],
    ['in another contract', ['hedge', [], [exampleOrder({ market_id: 2 })], 1], null],
    ['a limit waits', ['hedge', [examplePosition({ waiting_lots: 1 })], [], 1], 'orders_waiting'],
    ['a stop is closing', ['net', [examplePosition({ triggered: 'stop_loss' })], [], 1], 'position_closing'],
    ['both sides, to one position', ['net', [LONG, SHORT], [], 1], 'positions_opposite'],
    ['both sides, to two', ['hedge', [LONG, SHORT], [], 1], null],
  ])('%s', (_name, input, refused) => {
    expect(modeChange(...input).refused).toBe(refused);
  });
});
