import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

test('before any observation the device is believed', () => {
  const clock = createServerClock(() => 5_000);
  expect([clock.now(), clock.offsetMs()]).toEqual([5_000, undefined]);
});

test('the offset is taken from the middle of the round trip', () => {
  const clock = createServerClock(() => 10_000);
  clock.observe(61_050, 1_000, 1_100);
  expect(clock.offsetMs()).toBe(60_000);
  expect(clock.now()).toBe(70_000);
});

test('a shorter round trip is believed, a longer one is not until the estimate is old', () => {
  const clock = createServerClock();
  clock.observe(1_100, 1_000, 1_100);
  expect(clock.offsetMs()).toBe(50);
  clock.observe(3_000, 2_000, 2_400);
  expect(clock.offsetMs()).toBe(50);
  clock.observe(3_020, 3_000, 3_020);
  expect(clock.offsetMs()).toBe(10);
  clock.observe(200_500, 200_000, 200_400);
  expect(clock.offsetMs()).toBe(300);
});

test('a clock that was put forward is believed at once, however slow the answer', () => {
  const clock = createServerClock();
  clock.observe(1_000, 1_000, 1_010);
  clock.observe(86_402_000, 2_000, 2_400);
  expect(clock.offsetMs()).toBe(86_399_800);
});

test('who watches is told of another estimate, and only of that', () => {
  const clock = createServerClock();
  const told: (number | undefined)[] = [];
  clock.changed.listen(() => told.push(clock.offsetMs()));
  clock.observe(1_100, 1_000, 1_100);
  clock.observe(3_000, 2_000, 2_400);
  clock.observe(3_020, 3_000, 3_020);
  expect(told).toEqual([50, 10]);
});

test('nonsense is ignored', () => {
  const clock = createServerClock();
  clock.observe(Number.NaN, 0, 10);
  clock.observe(5, 10, 0);
  expect(clock.offsetMs()).toBeUndefined();
});
