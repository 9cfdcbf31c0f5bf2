import { describe, expect, test } from 'vitest';
import { toRequest } from './request.ts';
import { summarise } from './summary.ts';
import { BTC_USDT } from '#lib/testing/example-market.ts';
import { exampleContext } from './testing/example-market.ts';
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
