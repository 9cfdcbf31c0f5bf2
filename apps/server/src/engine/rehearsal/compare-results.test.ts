import { Exchange, type Event, type Outcome } from '@tallystick/core';
import { BTC_USDT, USDT } from '@tallystick/core/testing/demo-exchange';
import { expect, it } from 'vitest';
import { compareResults, compareTouched, type ComparedExchange } from './compare-results.ts';

const posted = (amountMinor: bigint, postingId = 1): Event => ({
  type: 'posted',
  postingId,
  reason: 'trade',
  reference: 'trade:1',
  entries: [
    { ownerId: 1, account: 'spot', currencyId: USDT, bucket: 'available', amountMinor },
    { ownerId: 2, account: 'spot', currencyId: USDT, bucket: 'available', amountMinor: -amountMinor },
  ],
});
const depth = (quantityLots: number): Event => ({
  type: 'depthChanged',
  marketId: BTC_USDT,
  side: 'buy',
  priceTicks: 5,
  quantityLots,
});
const accepted = (...events: Event[]): Outcome => ({ ok: true, events });
const refused = (code: 'invalid_price' | 'insufficient_balance'): Outcome => ({
  ok: false,
  refusal: { code },
});

it('equal results do not differ, even if their objects come from another realm', () => {
  const other = accepted(posted(5n), depth(3));
  expect(compareResults(accepted(posted(5n), depth(3)), other)).toBeNull();
  const foreign = { ...posted(5n), entries: [...Object.values(posted(5n))[4]] };
  Object.setPrototypeOf(foreign, null);
  expect(compareResults(accepted(posted(5n)), accepted(foreign as Event))).toBeNull();
  expect(compareResults(refused('invalid_price'), refused('invalid_price'))).toBeNull();
});

it('a command that is refused, or refused for another reason, is a difference of results', () => {
  expect(compareResults(accepted(), refused('invalid_price'))).toMatchObject({
    kind: 'result',
    what: ['accepted → invalid_price'],
    before: 'accepted',
  });
  expect(compareResults(refused('invalid_price'), refused('insufficient_balance'))).toMatchObject({
    what: ['invalid_price → insufficient_balance'],
  });
});

it('names the fields that differ without their values, and shows the first event that does', () => {
  const found = compareResults(accepted(depth(3), posted(5n)), accepted(depth(3), posted(6n, 2)));
  expect(found).toMatchObject({
    kind: 'events',
    what: ['posted.entries[].amountMinor', 'posted.postingId'],
    before: expect.stringContaining('"amountMinor":"5"'),
    after: expect.stringContaining('"amountMinor":"6"'),
  });
});

it('names events there are more or fewer of, or another order', () => {
  expect(compareResults(accepted(posted(5n)), accepted(posted(5n), posted(1n), depth(3)))).toMatchObject({
    what: ['more depthChanged', 'more posted trade'],
    before: 'nothing',
  });
  expect(compareResults(accepted(depth(3), posted(5n)), accepted(posted(5n), depth(3)))).toMatchObject({
    what: ['another order of events'],
  });
});

it('a field that only one of them has differs, and texts stay short', () => {
  const more = Object.assign(depth(3), { text: 'x'.repeat(10_000) });
  const found = compareResults(accepted(depth(3)), accepted(more))!;
  expect(found.what).toEqual(['depthChanged.text']);
  expect(found.after.length).toBeLessThan(1_000);
});

it('a long list of fields ends', () => {
  const wide = (value: number): Event =>
    Object.assign(depth(1), Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`f${i}`, value])));
  const found = compareResults(accepted(wide(1)), accepted(wide(2)))!;
  expect(found.what).toHaveLength(13);
  expect(found.what).toContain('many more');
});

const state = (availableMinor: bigint, dueAtMs = Infinity, backlog = false): ComparedExchange => ({
  balance: () => ({ availableMinor, frozenMinor: 0n }),
  dueAtMs: () => dueAtMs,
  hasBacklog: () => backlog,
});

it('compares the balances of accounts that were touched, and what is due', () => {
  expect(compareTouched(state(1n), state(1n), [posted(1n)])).toBeNull();
  expect(compareTouched(state(1n), state(2n), [depth(1)])).toBeNull();
  expect(compareTouched(state(1n), state(2n), [posted(1n)])).toMatchObject({
    kind: 'balances',
    what: ['spot.availableMinor'],
  });
  expect(compareTouched(state(1n, 5), state(1n, 6), [])).toMatchObject({ kind: 'due', what: ['dueAtMs'] });
  expect(compareTouched(state(1n, 5), state(1n, 5, true), [])).toMatchObject({ what: ['hasBacklog'] });
});

it('a real exchange can be compared with itself', () => {
  const exchange = new Exchange();
  expect(compareTouched(exchange, exchange, [posted(1n)])).toBeNull();
});
