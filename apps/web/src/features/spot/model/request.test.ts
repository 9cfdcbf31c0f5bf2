import { describe, expect, test } from 'vitest';
import { meaningOf, toSend } from './request.ts';
import { summarise } from './summary.ts';
import { BTC_USDT } from '#lib/testing/example-market.ts';
import { exampleContext } from './testing/example-market.ts';
import { EMPTY_TICKET, type Ticket } from './ticket.ts';

const NOW = 1_000_000;

function sent(change: Partial<Ticket>, nowMs = NOW) {
  const ticket = { ...EMPTY_TICKET, ...change };
  return toSend(ticket, BTC_USDT, summarise(ticket, exampleContext()), nowMs);
}
const requestOf = (change: Partial<Ticket>) => sent(change).order;

describe('what is sent', () => {
  test('limit: a typed total goes as the quantity it buys', () => {
    expect(
      requestOf({ price: '100000.', size: { unit: 'quote', text: '2500.7' }, timeInForce: 'FOK' }),
    ).toEqual({
      market_id: 1,
      side: 'buy',
      type: 'limit',
      time_in_force: 'FOK',
      price: '100000.0',
      quantity: '0.025',
    });
  });

  test('post-only', () => {
    expect(requestOf({ price: '100000', size: { unit: 'base', text: '1' }, postOnly: true })).toMatchObject({
      post_only: true,
      time_in_force: 'GTC',
    });
  });

  test('market buy by budget', () => {
    expect(requestOf({ type: 'market', price: '5', size: { unit: 'quote', text: '2500.70' } })).toEqual({
      market_id: 1,
      side: 'buy',
      type: 'market',
      budget: '2500.7',
    });
  });

  test('stop-market sale', () => {
    expect(
      requestOf({ type: 'stop_market', side: 'sell', trigger: '99000', size: { unit: 'base', text: '0.5' } }),
    ).toEqual({
      market_id: 1,
      side: 'sell',
      type: 'stop_market',
      trigger_price: '99000.0',
      trigger_direction: 'falls',
      quantity: '0.5',
    });
  });

  test('a stop keeps the direction that was shown, whatever the price does meanwhile', () => {
    const stop = {
      type: 'stop_limit',
      price: '1',
      trigger: '101000',
      size: { unit: 'base', text: '1' },
    } as const;
    expect(requestOf(stop).trigger_direction).toBe('rises');
    expect(requestOf({ ...stop, direction: 'falls' }).trigger_direction).toBe('falls');
  });

  test('a trailing stop: its trail, and from where on; it has no direction', () => {
    const trailing = { type: 'trailing_stop', side: 'sell', size: { unit: 'base', text: '0.5' } } as const;
    expect(requestOf({ ...trailing, trail: { by: 'percent', text: '1.' } })).toEqual({
      market_id: 1,
      side: 'sell',
      type: 'trailing_stop',
      trail_percent: '1',
      quantity: '0.5',
    });
    const later = { ...trailing, trigger: '101000', source: 'index' } as const;
    expect(requestOf({ ...later, trail: { by: 'distance', text: '250.5' } })).toMatchObject({
      trigger_price: '101000.0',
      trigger_source: 'index',
      trail_distance: '250.5',
    });
  });

  test('the price that is watched, of stops alone', () => {
    const size = { unit: 'base', text: '1' } as const;
    const stop = { type: 'stop_limit', price: '1', trigger: '101000', size, source: 'index' } as const;
    expect(requestOf(stop).trigger_source).toBe('index');
    expect(requestOf({ ...stop, type: 'limit' })).not.toHaveProperty('trigger_source');
  });

  test('only instructions that are not the usual', () => {
    const extras = { selfTrade: 'decrement', endsUnfilled: true, guarded: true } as const;
    const limit = { price: '100000', size: { unit: 'base', text: '1' }, extras } as const;
    expect(requestOf(limit)).toMatchObject({ self_trade: 'decrement', guarded: true });
    expect(requestOf(limit)).not.toHaveProperty('if_unfillable');
    expect(requestOf({ ...limit, timeInForce: 'FOK' }).if_unfillable).toBe('expire');
    expect(requestOf({ ...limit, extras: EMPTY_TICKET.extras })).not.toHaveProperty('guarded');
  });
});

describe('good till date', () => {
  const limit = { price: '100000', size: { unit: 'base', text: '1' }, timeInForce: 'GTD' } as const;

  test('a span counts from when it is sent, and sent again it is the same order', () => {
    const [first, later] = [sent({ ...limit, lasting: { forMs: 60_000 } }), sent(limit, NOW + 5000)];
    expect(first.order.expires_at_ms).toBe(NOW + 60_000);
    const again = sent({ ...limit, lasting: { forMs: 60_000 } }, NOW + 5000);
    expect(meaningOf(again)).toEqual(meaningOf(first));
    expect(meaningOf(later)).not.toEqual(meaningOf(first));
  });

  test('another moment is another order', () => {
    const until = (untilMs: number) => sent({ ...limit, lasting: { untilMs } });
    expect(until(9_000_000).order.expires_at_ms).toBe(9_000_000);
    expect(meaningOf(until(9_000_000))).not.toEqual(meaningOf(until(9_000_001)));
  });

  test('other orders have no end', () => {
    expect(requestOf({ ...limit, timeInForce: 'GTC' })).not.toHaveProperty('expires_at_ms');
  });
});
