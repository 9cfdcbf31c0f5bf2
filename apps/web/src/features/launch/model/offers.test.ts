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
});

test('the launch is an estimate until it has happened', () => {
  const launch = (state: 'closed' | 'launched') => scheduleOf(exampleOffer({ state }), 3_500)[2];
  expect(launch('closed')).toMatchObject({ key: 'launch', what: 'launch' });
  expect(launch('launched')).toMatchObject({ key: 'launch', what: 'launched' });
});

test('of a cancelled offer nothing that was planned has happened, whatever the time', () => {
  const steps = (change: Parameters<typeof exampleOffer>[0]) =>
    scheduleOf(exampleOffer({ state: 'cancelled', ...change }), 9_000).map(({ what, state }) => [
      what,
      state,
    ]);
  expect(steps({ list_root: null })).toEqual([['cancelled', 'bad']]);
  expect(steps({ list_root: '0f' })).toEqual([
    ['start', 'done'],
    ['close', 'done'],
    ['cancelled', 'bad'],
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
