import { expect, test } from 'vitest';
import { assess } from './assess.ts';
import { BTC_PERPETUAL, exampleContext } from './testing/example-contract.ts';
import type { TicketContext } from './summary.ts';
import { emptyTicket, type Ticket } from './ticket.ts';
import { markTicks } from './validate.ts';
import { contractUnits } from './contract.ts';

const good: Ticket = { ...emptyTicket(10, 'long'), lots: '100' };
const first = (ticket: Partial<Ticket>, context: Partial<TicketContext> = {}) =>
  assess({ ...good, ...ticket }, exampleContext(context)).problems[0];

test('nothing keeps a complete order from being sent', () => {
  expect(first({})).toBeUndefined();
  expect(first({ type: 'limit', price: '99500' })).toBeUndefined();
  expect(first({ type: 'postOnly', price: '100009.9' })).toBeUndefined();
});

const stops = (takeProfit: string, stopLoss: string) => ({
  hasStops: true,
  stops: { unit: 'price' as const, takeProfit, stopLoss },
});

test.each<[string, Partial<Ticket>, Partial<TicketContext>, string, object?]>([
  ['a halted contract', {}, { contract: { ...BTC_PERPETUAL, status: 'halted' } }, 'market_halted'],
  ['closing only', {}, { contract: { ...BTC_PERPETUAL, status: 'cancel_only' } }, 'market_cancel_only'],
  ['a stale index', {}, { stale: true }, 'stale'],
  ['no price', { type: 'limit', price: '' }, {}, 'price_required'],
  ['a price with more digits than its steps', { type: 'limit', price: '99500.05' }, {}, 'price_required'],
  [
    'a price below the band',
    { type: 'limit', price: '96999.9' },
    {},
    'price_out_of_band',
    { lowest: '97000.0', highest: '103000.0' },
  ],
  [
    'a post-only price that would take',
    { type: 'postOnly', price: '100010' },
    {},
    'post_only_would_take',
    { best: '100010.0' },
  ],
  [
    'a post-only price of a short that would take',
    { type: 'postOnly', direction: 'short', price: '99990' },
    {},
    'post_only_would_take',
    { best: '99990.0' },
  ],
  ['no lots', { lots: '' }, {}, 'lots_required'],
  ['zero lots', { lots: '0' }, {}, 'lots_required'],
  ['too many lots', { lots: '10001' }, {}, 'lots_too_many', { most: '10000' }],
  ['more than the book has', { lots: '3001' }, {}, 'cannot_fill', { most: '3000' }],
  ['an empty book', {}, { asks: [] }, 'no_liquidity'],
  ['a leverage beyond its tier', { leverage: 100, lots: '600' }, {}, 'tier_multiple', { multiple: '50×' }],
  ['more than a customer may hold', {}, { exposureMinor: 995_000_000_000n }, 'customer_limit'],
  [
    'too little money',
    { lots: '1000' },
    {},
    'insufficient_balance',
    { available: '10000', currency: 'USDT' },
  ],
  ['a take-profit below', stops('99000', ''), {}, 'take_profit_side', { side: 'above', price: '100000.0' }],
  [
    'a short’s take-profit above',
    { direction: 'short', ...stops('101000', '') },
    {},
    'take_profit_side',
    { side: 'below', price: '100000.0' },
  ],
  ['a stop-loss above', stops('', '100500'), {}, 'stop_loss_side', { side: 'below', price: '100000.0' }],
  ['a stop-loss behind liquidation', stops('', '90000'), {}, 'stop_loss_beyond', { price: '90461.3' }],
  ['stops without a stop', stops('', ''), {}, 'stop_required'],
])('%s', (_, ticket, context, code, params) => {
  const found = first(ticket, context);
  expect(found?.code).toBe(code);
  if (params) expect(found?.params).toEqual(params);
});

test('a limit order’s stops are measured from its price', () => {
  const limit = { type: 'limit' as const, price: '99000' };
  expect(first({ ...limit, ...stops('99500', '') })).toBeUndefined();
  expect(first({ ...limit, ...stops('98500', '') })?.code).toBe('take_profit_side');
});

test('the mark price in whole steps is cut off', () => {
  const units = contractUnits(BTC_PERPETUAL);
  expect(markTicks('100000.09999999', units)).toBe(1_000_000n);
  expect(markTicks('100000', units)).toBe(1_000_000n);
  expect(markTicks(null, units)).toBeNull();
});
