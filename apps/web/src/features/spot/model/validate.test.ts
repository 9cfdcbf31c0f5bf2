import { describe, expect, test } from 'vitest';
import { summarise, type TicketContext } from './summary.ts';
import { BTC_USDT } from '#lib/testing/example-market.ts';
import { exampleContext } from './testing/example-market.ts';
import { EMPTY_TICKET, type Ticket } from './ticket.ts';
import { validate } from './validate.ts';

const base = (text: string) => ({ unit: 'base', text }) as const;
const quote = (text: string) => ({ unit: 'quote', text }) as const;
const good: Partial<Ticket> = { price: '100000', size: base('0.01') };
const TRAILING: Partial<Ticket> = {
  type: 'trailing_stop',
  side: 'sell',
  trail: { by: 'percent', text: '1.5' },
  size: base('0.01'),
};
const trailing = (by: 'percent' | 'distance', text: string): Partial<Ticket> => ({
  ...TRAILING,
  trail: { by, text },
});

function problemsOf(change: Partial<Ticket>, context: Partial<TicketContext> = {}) {
  const ticket = { ...EMPTY_TICKET, ...change };
  const against = exampleContext(context);
  return validate(ticket, against, summarise(ticket, against));
}

describe('nothing against', () => {
  test.each<[string, Partial<Ticket>]>([
    ['a limit order', good],
    ['exactly the balance', { price: '100000', size: base('0.1') }],
    ['exactly the minimum', { price: '100000', size: base('0.00005') }],
    ['a market buy by budget', { type: 'market', size: quote('100') }],
    ['a market buy by quantity', { type: 'market', size: base('0.05') }],
    ['a market sale', { type: 'market', side: 'sell', size: base('0.3') }],
    ['a stop-limit', { ...good, type: 'stop_limit', trigger: '101000' }],
    ['a stop-market sale', { type: 'stop_market', side: 'sell', trigger: '95000', size: base('0.01') }],
    [
      'an IOC that is filled in part',
      { price: '99980', side: 'sell', timeInForce: 'IOC', size: base('0.4') },
    ],
    ['a FOK that fits', { price: '99980', side: 'sell', timeInForce: 'FOK', size: base('0.3') }],
    [
      'an order until a later date',
      { ...good, timeInForce: 'GTD', lasting: { untilMs: Date.UTC(2026, 10, 22) } },
    ],
    [
      'a FOK deeper than the book that would rather end',
      {
        ...{ side: 'sell', price: '99990', timeInForce: 'FOK', size: base('0.2') },
        extras: { ...EMPTY_TICKET.extras, endsUnfilled: true },
      },
    ],
    ['a trailing sale', TRAILING],
    ['a trailing buy by budget', { ...TRAILING, side: 'buy', size: quote('100') }],
    ['a trailing stop that begins later', { ...TRAILING, trigger: '101000' }],
    ['a trailing stop that begins at once', { ...TRAILING, trigger: '99000' }],
    [
      'a trigger the last price has passed, but not the index',
      { ...good, type: 'stop_limit', trigger: '100000.2', direction: 'falls', source: 'index' },
    ],
    ['post-only below the best ask', { ...good, price: '100009.9', postOnly: true }],
  ])('%s', (_name, change) => {
    expect(problemsOf(change)).toEqual([]);
  });

  test('a visitor without balances is not told about money', () => {
    const available = { baseMinor: null, quoteMinor: null };
    expect(problemsOf({ ...good, size: base('9') }, { available })).toEqual([]);
  });
});

describe('the first reason', () => {
  test.each<[string, Partial<Ticket>, object, Partial<TicketContext>?]>([
    [
      'the market is halted',
      good,
      { code: 'market_halted', field: 'form' },
      { market: { ...BTC_USDT, status: 'halted' } },
    ],
    [
      'the market only cancels',
      good,
      { code: 'market_cancel_only', field: 'form' },
      { market: { ...BTC_USDT, status: 'cancel_only' } },
    ],
    ['no price', { ...good, price: '' }, { code: 'price_required', field: 'price' }],
    ['price zero', { ...good, price: '0.0' }, { code: 'price_required', field: 'price' }],
    [
      'price between ticks',
      { ...good, price: '100000.5' },
      { code: 'price_step', params: { step: '0.2' } },
      { market: { ...BTC_USDT, tick_size: '0.2' } },
    ],
    [
      'price above the band',
      { ...good, price: '110001' },
      { code: 'price_out_of_band', field: 'price', params: { lowest: '90000.5', highest: '110000.5' } },
    ],
    ['price below the band', { ...good, price: '90000.4' }, { code: 'price_out_of_band' }],
    ['no trigger', { ...good, type: 'stop_limit' }, { code: 'trigger_required', field: 'trigger' }],
    [
      'trigger at the last price',
      { ...good, type: 'stop_limit', trigger: '100000.0' },
      { code: 'trigger_would_fire', params: { last: '100000' } },
    ],
    [
      'a trigger that the price has gone past',
      { ...good, type: 'stop_limit', trigger: '100500', direction: 'falls' },
      { code: 'trigger_passed', field: 'trigger', params: { last: '100000' } },
    ],
    [
      'an end that has passed',
      { ...good, timeInForce: 'GTD', lasting: { untilMs: Date.UTC(2026, 10, 21) } },
      { code: 'expiry_in_past' },
    ],
    ['no distance', trailing('percent', ''), { code: 'trail_required', field: 'trail' }],
    [
      'a distance too small',
      trailing('percent', '0.0999'),
      { code: 'trail_percent', params: { lowest: '0.1', highest: '50' } },
    ],
    ['a distance too large', trailing('percent', '50.0001'), { code: 'trail_percent' }],
    [
      'a distance between ticks',
      trailing('distance', '0.5'),
      { code: 'trail_step', params: { step: '0.2' } },
      { market: { ...BTC_USDT, tick_size: '0.2' } },
    ],
    ['a sale that would never fire', trailing('distance', '100000'), { code: 'trail_too_far' }],
    [
      'a start between ticks',
      { ...TRAILING, trigger: '100000.5' },
      { code: 'trigger_step', field: 'trigger' },
      { market: { ...BTC_USDT, tick_size: '0.2' } },
    ],
    [
      'no index to watch',
      { ...TRAILING, source: 'index' },
      { code: 'no_price_yet', field: 'form' },
      { indexPrice: null },
    ],
    [
      'a trailing sale worth less than the minimum now',
      { ...TRAILING, size: base('0.00004') },
      { code: 'below_min_notional' },
    ],
    ['no size', { price: '100000' }, { code: 'amount_required', field: 'size' }],
    ['size zero', { price: '100000', size: base('0.000') }, { code: 'amount_required' }],
    [
      'size between lots',
      { price: '100000', size: base('0.00003') },
      { code: 'quantity_step', params: { step: '0.00002', currency: 'BTC' } },
      { market: { ...BTC_USDT, lot_size: '0.00002' } },
    ],
    [
      'a total below one lot',
      { price: '100000', size: quote('0.5') },
      { code: 'below_one_lot', params: { least: '1', currency: 'USDT' } },
    ],
    [
      'below the minimum',
      { price: '100000', size: base('0.00004') },
      { code: 'below_min_notional', field: 'size', params: { least: '5', currency: 'USDT' } },
    ],
    [
      'a market budget below the minimum',
      { type: 'market', size: quote('4.99') },
      { code: 'below_min_notional', params: { least: '5', currency: 'USDT' } },
    ],
    [
      'more money than there is',
      { price: '100000.1', size: base('0.1') },
      { code: 'insufficient_balance', params: { available: '10000', currency: 'USDT' } },
    ],
    [
      'more coins than there are',
      { side: 'sell', price: '100000', size: base('0.50001') },
      { code: 'insufficient_sellable_balance', params: { available: '0.5', currency: 'BTC' } },
    ],
    [
      'post-only at the best ask',
      { ...good, price: '100010', postOnly: true },
      { code: 'post_only_would_take', field: 'price', params: { best: '100010.0' } },
    ],
    [
      'a market sale deeper than the book',
      { type: 'market', side: 'sell', size: base('0.4') },
      { code: 'cannot_fill', params: { fillable: '0.3', currency: 'BTC' } },
    ],
    [
      'a FOK deeper than its price allows',
      { side: 'sell', price: '99990', timeInForce: 'FOK', size: base('0.2') },
      { code: 'cannot_fill', params: { fillable: '0.1', currency: 'BTC' } },
    ],
    [
      'an IOC that meets nobody',
      { ...good, price: '100000', timeInForce: 'IOC' },
      { code: 'no_liquidity', field: 'form' },
    ],
    [
      'a market buy of an empty book',
      { type: 'market', size: quote('100') },
      { code: 'no_liquidity' },
      { asks: [] },
    ],
  ])('%s', (_name, change, expected, context) => {
    expect(problemsOf(change, context)[0]).toMatchObject(expected);
  });

  test('depth is not judged before the book is known', () => {
    expect(problemsOf({ type: 'market', size: quote('100') }, { asks: [], bookKnown: false })).toEqual([]);
  });

  test('comes in the order of the form', () => {
    const codes = problemsOf({ type: 'stop_limit' }).map(found => found.code);
    expect(codes).toEqual(['trigger_required', 'price_required', 'amount_required']);
  });
});
