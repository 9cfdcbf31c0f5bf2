import { describe, expect, test } from 'vitest';
import { BTC_USDT } from '#lib/testing/example-market.ts';
import { sizeUnits } from './order-types.ts';
import { EMPTY_TICKET, reduce, type Ticket, type TicketAction } from './ticket.ts';

const typed: Ticket = { ...EMPTY_TICKET, price: '100000', size: { unit: 'base', text: '0.5' } };
const funds = { market: BTC_USDT, baseMinor: 123_456_789n, quoteMinor: 10_437_184_321n };

function after(ticket: Ticket, ...actions: TicketAction[]): Ticket {
  return actions.reduce(reduce, ticket);
}

describe('sizes an order can be given in', () => {
  test.each([
    ['buy', 'limit', ['base', 'quote']],
    ['sell', 'stop_limit', ['base', 'quote']],
    ['buy', 'market', ['quote', 'base']],
    ['sell', 'market', ['base']],
    ['buy', 'stop_market', ['quote']],
    ['sell', 'stop_market', ['base']],
    ['buy', 'trailing_stop', ['quote']],
  ] as const)('%s %s: %o', (side, type, units) => {
    expect(sizeUnits({ side, type })).toEqual(units);
  });
});

describe('changing the kind of order', () => {
  test('a typed quantity survives the other side', () => {
    expect(after(typed, { type: 'sideChosen', side: 'sell' })).toMatchObject({
      side: 'sell',
      size: typed.size,
    });
  });

  test('a part of the balance does not: it was a part of another balance', () => {
    const half = after(EMPTY_TICKET, { type: 'percentChosen', percent: 50, ...funds });
    expect(half.size.text).not.toBe('');
    expect(after(half, { type: 'sideChosen', side: 'sell' })).toMatchObject({
      percent: 0,
      size: { unit: 'base', text: '' },
    });
  });

  test('a budget is dropped where only a quantity can be given', () => {
    const budget = after(EMPTY_TICKET, { type: 'sizeTyped', unit: 'quote', text: '100' });
    const market = after(budget, { type: 'typeChosen', orderType: 'market' });
    expect(market.size).toEqual({ unit: 'quote', text: '100' });
    expect(after(market, { type: 'sideChosen', side: 'sell' }).size).toEqual({ unit: 'base', text: '' });
  });

  test('a trigger is not where a trailing stop begins, nor the other way round', () => {
    const stop = after(
      EMPTY_TICKET,
      { type: 'typeChosen', orderType: 'stop_limit' },
      { type: 'triggerTyped', text: '99000' },
    );
    expect(after(stop, { type: 'typeChosen', orderType: 'stop_market' }).trigger).toBe('99000');
    expect(after(stop, { type: 'typeChosen', orderType: 'trailing_stop' }).trigger).toBe('');
  });

  test('another price to watch may lie on the other side of the trigger', () => {
    const shown = after(EMPTY_TICKET, { type: 'directionShown', direction: 'rises' });
    expect(after(shown, { type: 'sourceChosen', source: 'index' })).toMatchObject({
      source: 'index',
      direction: null,
    });
  });

  test('a distance in percent is none in money', () => {
    const trail = after(EMPTY_TICKET, { type: 'trailTyped', text: '1.5' });
    expect(after(trail, { type: 'trailUnitChosen', by: 'percent' }).trail.text).toBe('1.5');
    expect(after(trail, { type: 'trailUnitChosen', by: 'distance' }).trail).toEqual({
      by: 'distance',
      text: '',
    });
  });

  test('an empty size takes the usual unit', () => {
    expect(after(EMPTY_TICKET, { type: 'typeChosen', orderType: 'market' }).size.unit).toBe('quote');
  });

  test('post-only and time in force exclude each other', () => {
    const postOnly = after(typed, { type: 'postOnlyChosen', postOnly: true });
    expect(after(postOnly, { type: 'timeInForceChosen', timeInForce: 'IOC' })).toMatchObject({
      postOnly: false,
      timeInForce: 'IOC',
    });
    const immediate = after(typed, { type: 'timeInForceChosen', timeInForce: 'FOK' });
    expect(after(immediate, { type: 'postOnlyChosen', postOnly: true })).toMatchObject({
      postOnly: true,
      timeInForce: 'GTC',
    });
    expect(after(postOnly, { type: 'typeChosen', orderType: 'market' }).postOnly).toBe(false);
  });

  test('a market order knows no other time in force', () => {
    const immediate = after(typed, { type: 'timeInForceChosen', timeInForce: 'FOK' });
    expect(after(immediate, { type: 'typeChosen', orderType: 'market' }).timeInForce).toBe('GTC');
  });
});

describe('the slider', () => {
  test.each([
    ['buy', 0, 'base', ''],
    ['buy', 25, 'quote', '2609.29'],
    ['buy', 100, 'quote', '10437.184321'],
    ['sell', 50, 'base', '0.61728'],
    ['sell', 100, 'base', '1.23456'],
  ] as const)('%s at %i %% is %s %s, cut off and never rounded up', (side, percent, unit, text) => {
    const ticket = after({ ...EMPTY_TICKET, side }, { type: 'percentChosen', percent, ...funds });
    expect(ticket).toMatchObject({ percent, size: { unit, text } });
  });

  test('does nothing while the balance is unknown', () => {
    const action: TicketAction = {
      ...funds,
      type: 'percentChosen',
      percent: 50,
      baseMinor: null,
      quoteMinor: null,
    };
    expect(reduce(typed, action)).toBe(typed);
  });

  test('typing takes over', () => {
    const half = after(EMPTY_TICKET, { type: 'percentChosen', percent: 50, ...funds });
    expect(after(half, { type: 'sizeTyped', unit: 'base', text: '1' }).percent).toBe(0);
  });
});

describe('tapping the book', () => {
  test.each([
    ['limit', { type: 'limit', price: '99990.5' }],
    ['stop_limit', { type: 'stop_limit', price: '99990.5' }],
    ['market', { type: 'limit', price: '99990.5' }],
    ['stop_market', { type: 'stop_market', trigger: '99990.5' }],
  ] as const)('a price in a %s order', (type, expected) => {
    expect(after({ ...EMPTY_TICKET, type }, { type: 'priceTapped', price: '99990.5' })).toMatchObject(
      expected,
    );
  });

  test('a size fills the quantity, unless only a budget is possible', () => {
    expect(after(EMPTY_TICKET, { type: 'quantityTapped', quantity: '0.3' }).size).toEqual({
      unit: 'base',
      text: '0.3',
    });
    const stop = after(EMPTY_TICKET, { type: 'typeChosen', orderType: 'stop_market' });
    expect(after(stop, { type: 'quantityTapped', quantity: '0.3' })).toBe(stop);
  });
});

describe('after sending', () => {
  test('what was typed meanwhile stays, also where nothing is left for a repeat', () => {
    const next = after(typed, { type: 'sizeTyped', unit: 'base', text: '0.7' });
    expect(reduce(next, { type: 'accepted', sent: typed, canRepeat: false })).toBe(next);
  });

  test('the size stays while the funds allow a repeat', () => {
    expect(after(typed, { type: 'accepted', sent: typed, canRepeat: true }).size.text).toBe('0.5');
  });

  test('and clears when they do not; the price stays', () => {
    expect(after(typed, { type: 'accepted', sent: typed, canRepeat: false })).toMatchObject({
      price: '100000',
      size: { text: '' },
    });
  });
});

test('clearing empties every field and keeps the kind of order', () => {
  const stop = after(
    typed,
    { type: 'typeChosen', orderType: 'stop_limit' },
    { type: 'triggerTyped', text: '9' },
  );
  expect(after(stop, { type: 'cleared' })).toEqual({ ...EMPTY_TICKET, type: 'stop_limit' });
});

test('the last price is offered, never forced', () => {
  const offer: TicketAction = { type: 'priceOffered', price: '104381.5' };
  expect(after(EMPTY_TICKET, offer).price).toBe('104381.5');
  expect(after(typed, offer)).toBe(typed);
});

describe('what an order may ask for', () => {
  test('a direction that was shown stays until the trigger is another', () => {
    const shown = after(
      { ...typed, type: 'stop_limit' },
      { type: 'triggerTyped', text: '99000' },
      { type: 'directionShown', direction: 'falls' },
    );
    expect(shown.direction).toBe('falls');
    expect(after(shown, { type: 'priceTyped', text: '98000' }).direction).toBe('falls');
    expect(after(shown, { type: 'triggerTyped', text: '99001' }).direction).toBeNull();
    expect(after(shown, { type: 'cleared' }).direction).toBeNull();
    const market = after(shown, { type: 'typeChosen', orderType: 'stop_market' });
    expect(after(market, { type: 'priceTapped', price: '101000' }).direction).toBeNull();
  });

  test('post-only may last until a date, and only what waits may be post-only', () => {
    const dated = after(typed, { type: 'timeInForceChosen', timeInForce: 'GTD' });
    const both = after(dated, { type: 'postOnlyChosen', postOnly: true });
    expect(both).toMatchObject({ postOnly: true, timeInForce: 'GTD' });
    expect(after(both, { type: 'timeInForceChosen', timeInForce: 'IOC' }).postOnly).toBe(false);
  });

  test('the rest is kept as chosen, one by one', () => {
    const chosen = after(
      typed,
      { type: 'extrasChosen', extras: { guarded: true } },
      { type: 'extrasChosen', extras: { selfTrade: 'decrement' } },
      { type: 'lastingChosen', lasting: { untilMs: 5 } },
    );
    expect(chosen).toMatchObject({
      extras: { guarded: true, selfTrade: 'decrement', endsUnfilled: false },
      lasting: { untilMs: 5 },
    });
  });
});
