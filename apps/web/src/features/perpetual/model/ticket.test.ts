import { describe, expect, test } from 'vitest';
import { toRequest } from './request.ts';
import { summarise } from './summary.ts';
import { BTC_PERPETUAL, exampleContext } from './testing/example-contract.ts';
import { emptyTicket, firstLeverage, reduce, type Ticket, type TicketAction } from './ticket.ts';

const start = emptyTicket(10, 'long');
const after = (...actions: TicketAction[]): Ticket => actions.reduce(reduce, start);

describe('the form', () => {
  test('counts lots in whole numbers, never below one', () => {
    expect(after({ type: 'lotsStepped', by: 1 }).lots).toBe('1');
    expect(after({ type: 'lotsTyped', text: '9' }, { type: 'lotsStepped', by: 1 }).lots).toBe('10');
    expect(after({ type: 'lotsTyped', text: '1' }, { type: 'lotsStepped', by: -1 }).lots).toBe('1');
  });

  test('post-only is a kind of limit order: it stays when a price is tapped', () => {
    const postOnly = { type: 'typeChosen', orderType: 'postOnly' } as const;
    const ticket = after(postOnly, { type: 'priceTapped', price: '99990' }, { type: 'lotsTyped', text: '5' });
    expect(ticket.type).toBe('postOnly');
    const request = toRequest(ticket, BTC_PERPETUAL, summarise(ticket, exampleContext()));
    expect(request).toMatchObject({ type: 'limit', price: '99990.0', post_only: true });
  });

  test('a price tapped in the book makes it a limit order', () => {
    const ticket = after({ type: 'priceTapped', price: '99990' });
    expect(ticket).toMatchObject({ type: 'limit', price: '99990' });
  });

  test('a quantity tapped in the book is counted in lots', () => {
    const tap = (quantity: string) =>
      after({ type: 'quantityTapped', quantity, contract: BTC_PERPETUAL }).lots;
    expect([tap('0.125'), tap('0')]).toEqual(['125', '']);
  });

  test('an offered price does not replace a typed one', () => {
    expect(after({ type: 'priceTyped', text: '5' }, { type: 'priceOffered', price: '6' }).price).toBe('5');
  });

  test('turning round keeps percentages and drops prices of stops', () => {
    const prices = after(
      { type: 'takeProfitTyped', text: '110000' },
      { type: 'directionChosen', direction: 'short' },
    );
    const percents = after(
      { type: 'stopUnitChosen', unit: 'margin' },
      { type: 'takeProfitTyped', text: '50' },
      { type: 'directionChosen', direction: 'short' },
    );
    expect([prices.stops.takeProfit, percents.stops.takeProfit]).toEqual(['', '50']);
  });

  test('after an order the lots stay only if the same could be opened again', () => {
    const typed: TicketAction = { type: 'lotsTyped', text: '9' };
    const sent = after(typed);
    expect(after(typed, { type: 'accepted', sent, canRepeat: true }).lots).toBe('9');
    expect(after(typed, { type: 'accepted', sent, canRepeat: false }).lots).toBe('');
  });

  test('what was typed while the answer was on its way is the next order, and stays', () => {
    const sent = after({ type: 'lotsTyped', text: '9' });
    const next = after(
      { type: 'lotsTyped', text: '30' },
      { type: 'stopsToggled', on: true },
      { type: 'takeProfitTyped', text: '110000' },
      { type: 'accepted', sent, canRepeat: false },
    );
    expect(next).toMatchObject({ lots: '30', hasStops: true, stops: { takeProfit: '110000' } });
  });

  test('begins with what was used last, or ten, or less where ten is not on offer', () => {
    expect(firstLeverage(BTC_PERPETUAL)).toBe(10);
    expect(firstLeverage(BTC_PERPETUAL, 50)).toBe(50);
    expect(firstLeverage(BTC_PERPETUAL, 7)).toBe(7);
    expect(firstLeverage(BTC_PERPETUAL, 101)).toBe(10);
    expect(firstLeverage({ multiples: [20, 50] })).toBe(20);
  });
});

test('what is sent: a market order trades at most a percent beyond the book', () => {
  const send = (direction: 'long' | 'short') => {
    const ticket: Ticket = { ...start, direction, lots: '1500' };
    return toRequest(ticket, BTC_PERPETUAL, summarise(ticket, exampleContext())).worst_price;
  };
  expect([send('long'), send('short')]).toEqual(['101020.2', '98980.2']);
});

test('what is sent: prices of stops, whatever they were given in', () => {
  const ticket: Ticket = {
    ...start,
    type: 'limit',
    price: '99000.',
    lots: '100',
    hasStops: true,
    stops: { unit: 'margin', takeProfit: '50', stopLoss: '' },
  };
  expect(toRequest(ticket, BTC_PERPETUAL, summarise(ticket, exampleContext()))).toEqual({
    market_id: 1,
    direction: 'long',
    type: 'limit',
    lots: '100',
    multiple: 10,
    price: '99000.0',
    take_profit_price: '103950.0',
  });
});
