import { expect, test } from 'vitest';
import { HOUR_MS } from './numbers.ts';
import { Pending } from './pending-rebates.ts';

const NOON = 12 * HOUR_MS;

/** Takes all that is due. */
function taken(pending: Pending): string[] {
  const all: string[] = [];
  for (let one = pending.take(); one !== null; one = pending.take()) {
    all.push(`${one.promoterId} ${one.amount} until ${one.untilMs / HOUR_MS}`);
  }
  return all;
}

test('what an hour earned is due when it is over, in the order of first rebates', () => {
  const pending = new Pending();
  pending.add(2, 3, 5n, NOON);
  pending.add(1, 3, 1n, NOON + 1);
  pending.add(2, 3, 5n, NOON + HOUR_MS - 1);
  expect(pending.endsAtMs()).toBe(NOON + HOUR_MS);
  pending.roll(NOON + HOUR_MS - 1);
  expect(pending.hasDue()).toBe(false);
  pending.roll(NOON + HOUR_MS);
  expect(pending.endsAtMs()).toBe(Infinity);
  expect(taken(pending)).toEqual(['2 10 until 13', '1 1 until 13']);
});

test('an hour that was not paid yet is paid together with the next', () => {
  const pending = new Pending();
  pending.add(1, 3, 1n, NOON);
  pending.add(1, 3, 2n, NOON + HOUR_MS);
  pending.roll(NOON + 3 * HOUR_MS);
  expect(taken(pending)).toEqual(['1 3 until 14']);
});

test('what is held comes with the running hour, or with what is due already', () => {
  const pending = new Pending();
  pending.hold({ promoterId: 1, currencyId: 3, amount: 4n });
  pending.release(1, 3, NOON);
  expect([...pending.all()]).toEqual([[1, 3, 4n]]);
  pending.hold({ promoterId: 1, currencyId: 3, amount: 2n });
  pending.release(1, 3, NOON + HOUR_MS);
  expect(taken(pending)).toEqual(['1 6 until 13']);
});
