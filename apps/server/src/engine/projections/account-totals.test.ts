import { Exchange, type Command, type Event } from '@tallystick/core';
import { perpetualBook } from '@tallystick/core/perpetual/testing/perpetual-book';
import { expect, test } from 'vitest';
import { AccountTotals, move } from './account-totals.ts';

/** Adds up a command's postings as the projections do: reads each account before its entry changes it. */
function follow(totals: AccountTotals, events: readonly Event[]): Set<ReturnType<AccountTotals['before']>> {
  const touched = new Set<ReturnType<AccountTotals['before']>>();
  events.forEach((event, e) => {
    if (event.type !== 'posted') return;
    event.entries.forEach((entry, i) => {
      const total = totals.before(entry, events, e, i);
      move(total, entry, entry.amountMinor);
      touched.add(total);
    });
  });
  return touched;
}

test('thousands of accounts that a command touches first are read once, and followed exactly', () => {
  const book = perpetualBook({ positions: 8_000, weak: 100, customers: 4_000, bids: true });
  const exchange = Exchange.restore(book.snapshot);
  let reads = 0;
  const totals = new AccountTotals({
    balance: key => {
      reads++;
      return exchange.balance(key);
    },
    customerIds: () => exchange.customerIds(),
    openOrders: customerId => exchange.openOrders(customerId),
    referral: exchange.referral,
    perpetual: exchange.perpetual,
  });
  const applied = (command: Command, atMs: number): readonly Event[] => {
    const outcome = exchange.apply(command, atMs);
    if (!outcome.ok) throw new Error(outcome.refusal.code);
    return outcome.events;
  };
  const expectFollowed = (events: readonly Event[]): number => {
    const touched = follow(totals, events);
    for (const total of touched) {
      const { availableMinor, frozenMinor } = exchange.balance(total);
      expect(total).toMatchObject({ availableMinor, frozenMinor });
    }
    return touched.size;
  };
  // All customers' contract accounts, clearing, and perhaps the account that gets the remainder.
  const funding = expectFollowed(applied({ type: 'passTime' }, book.fundingAtMs));
  expect(funding).toBeGreaterThan(4_000);
  expect(reads).toBe(funding);
  // A cascade reads only the house's fees and insurance anew; the customers' accounts were read before.
  expectFollowed(applied(book.tick(book.jumpE8), book.fundingAtMs + 1));
  expect(reads).toBeLessThan(funding + 10);
});
