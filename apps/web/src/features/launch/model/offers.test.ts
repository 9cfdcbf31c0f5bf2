import { expect, test } from 'vitest';
import { groupOffers, nextMoment, scheduleOf } from './offers.ts';
import { exampleOffer } from './testing/offer.ts';
import { offerIdOf } from './offer-id.ts';

test('offers come in groups: what is open, what is to come, what is over', () => {
  const states = ['launched', 'upcoming', 'subscribing', 'cancelled', 'sold_out'] as const;
  const groups = groupOffers(states.map(state => exampleOffer({ state })));
  expect(groups.map(({ group, offers }) => [group, offers.map(offer => offer.state)])).toEqual([
    ['subscribing', ['subscribing']],
    ['upcoming', ['upcoming']],
    ['over', ['launched', 'cancelled', 'sold_out']],
  ]);
});

test('each state counts down to what comes next', () => {
  expect(nextMoment(exampleOffer({ state: 'upcoming' }))).toEqual({ label: 'startsIn', atMs: 1_000 });
  expect(nextMoment(exampleOffer())).toEqual({ label: 'closesIn', atMs: 2_000 });
  expect(nextMoment(exampleOffer({ state: 'sold_out' }))).toEqual({ label: 'launchesIn', atMs: 3_000 });
  expect(nextMoment(exampleOffer({ state: 'launched' }))).toBeUndefined();
});

test('the schedule tells what has happened, what is next, and what comes later', () => {
  const states = (nowMs: number, offer = exampleOffer()) => scheduleOf(offer, nowMs).map(step => step.state);
  expect(states(1_500)).toEqual(['done', 'now', 'todo', 'todo', 'todo']);
  expect(states(3_500)).toEqual(['done', 'done', 'done', 'done', 'now']);
  expect(states(9_000)).toEqual(['done', 'done', 'done', 'done', 'done']);
  expect(states(1_500, exampleOffer({ state: 'cancelled' }))).toEqual([
    'done',
    'todo',
    'todo',
    'todo',
    'todo',
  ]);
});

test('an address names an offer by a number, or none', () => {
  expect([offerIdOf('7'), offerIdOf('07'), offerIdOf('x'), offerIdOf(null)]).toEqual([
    7,
    undefined,
    undefined,
    undefined,
  ]);
});
