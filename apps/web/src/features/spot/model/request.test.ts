import { describe, expect, test } from 'vitest';
import { createIntentKeys, toRequest } from './request.ts';
import { summarise } from './summary.ts';
import { BTC_USDT, exampleContext } from './testing/example-market.ts';
import { EMPTY_TICKET, type Ticket } from './ticket.ts';

function requestOf(change: Partial<Ticket>) {
  const ticket = { ...EMPTY_TICKET, ...change };
  return toRequest(ticket, BTC_USDT, summarise(ticket, exampleContext()));
}

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
    ).toEqual({ market_id: 1, side: 'sell', type: 'stop_market', trigger_price: '99000.0', quantity: '0.5' });
  });
});

describe('intent keys', () => {
  const order = requestOf({ price: '100000', size: { unit: 'base', text: '1' } });
  const other = requestOf({ price: '100000', size: { unit: 'base', text: '2' } });

  function numbered() {
    let count = 0;
    return createIntentKeys(() => `key-${++count}`);
  }

  test('the same order keeps its key until an answer came', () => {
    const keys = numbered();
    expect([keys.keyFor(order), keys.keyFor({ ...order })]).toEqual(['key-1', 'key-1']);
    expect(keys.isOpen).toBe(true);
    keys.answered();
    expect(keys.isOpen).toBe(false);
    expect(keys.keyFor(order)).toBe('key-2');
  });

  test('another order is another intent', () => {
    const keys = numbered();
    expect([keys.keyFor(order), keys.keyFor(other)]).toEqual(['key-1', 'key-2']);
  });
});
