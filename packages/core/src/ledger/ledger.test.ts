import { describe, expect, it } from 'vitest';
import { EventLog } from '../event-log.ts';
import { InvariantBroken } from '../invariant.ts';
import { SnapshotReader } from '../snapshot/reader.ts';
import { SnapshotWriter } from '../snapshot/writer.ts';
import { Ledger } from './ledger.ts';

function ledger() {
  const log = new EventLog();
  const books = new Ledger(log);
  const customer = books.account({ ownerId: 1, account: 'spot', currencyId: 3 });
  const other = books.account({ ownerId: 2, account: 'spot', currencyId: 3 });
  const faucet = books.account({ ownerId: 0, account: 'faucet', currencyId: 3 });
  const fees = books.account({ ownerId: 0, account: 'fees', currencyId: 3 });
  return { log, books, customer, other, faucet, fees };
}

describe('the ledger', () => {
  it('records balanced postings', () => {
    const { log, books, customer, faucet } = ledger();
    books.open('faucet', 'faucet:1');
    books.available(faucet, -100);
    books.available(customer, 100);
    books.close();
    books.moveWithin(customer, -30, 'orderFreeze', 'order:1');
    expect(books.availableMinor(customer)).toBe(70n);
    expect(books.frozenMinor(customer)).toBe(30n);
    expect(log.events).toMatchObject([{ postingId: 1 }, { postingId: 2, reason: 'orderFreeze' }]);
  });

  it('throws when a posting does not balance', () => {
    const { books, customer, faucet } = ledger();
    books.open('faucet', 'faucet:1');
    books.available(faucet, -100);
    books.available(customer, 99);
    expect(() => books.close()).toThrow(InvariantBroken);
  });

  it('throws when a posting balances only across currencies', () => {
    const { books, customer } = ledger();
    const faucet = books.account({ ownerId: 0, account: 'faucet', currencyId: 1 });
    books.open('faucet', 'faucet:1');
    books.available(faucet, -100);
    books.available(customer, 100);
    expect(() => books.close()).toThrow(InvariantBroken);
  });

  it('throws when a customer or inner account would fall below zero, available or frozen', () => {
    for (const account of ['customer', 'fees'] as const) {
      const { books, [account]: index } = ledger();
      books.open('transfer', 'x');
      expect(() => books.available(index, -1)).toThrow(InvariantBroken);
    }
    const frozen = ledger();
    frozen.books.open('transfer', 'x');
    expect(() => frozen.books.frozen(frozen.customer, -1)).toThrow(InvariantBroken);
    const moved = ledger();
    expect(() => moved.books.moveWithin(moved.customer, -1, 'orderFreeze', 'x')).toThrow(InvariantBroken);
    const outside = ledger();
    outside.books.open('transfer', 'x');
    expect(() => outside.books.frozen(outside.faucet, -1)).toThrow(InvariantBroken);
  });

  it('records no entry of zero', () => {
    const { log, books, customer, faucet } = ledger();
    books.open('faucet', 'faucet:1');
    books.available(faucet, -5);
    books.available(customer, 5);
    books.frozen(customer, 0);
    books.close();
    expect(log.events).toMatchObject([{ entries: [{ amountMinor: -5n }, { amountMinor: 5n }] }]);
  });

  it('fails its check when frozen money belongs to no order', () => {
    const { books, customer, faucet } = ledger();
    books.open('faucet', 'faucet:1');
    books.available(faucet, -100);
    books.available(customer, 100);
    books.close();
    books.moveWithin(customer, -30, 'orderFreeze', 'order:1');
    expect(() => books.checkAll(new Map([[customer, 30n]]))).not.toThrow();
    expect(() => books.checkAll(new Map([[customer, 29n]]))).toThrow(
      /30 frozen, orders and withdrawals hold 29/,
    );
    expect(() => books.checkAll(new Map())).toThrow(InvariantBroken);
  });

  it('fails its check when a restored currency does not sum to zero', () => {
    const writer = new SnapshotWriter();
    for (const value of [1, 1, 1, 0, 3]) writer.int(value);
    writer.int64(5n);
    writer.int64(0n);
    const { books } = ledger();
    books.read(new SnapshotReader(writer.finish()));
    expect(() => books.checkSums()).toThrow(/does not sum to zero/);
    expect(() => books.checkAll(new Map())).toThrow(InvariantBroken);
  });
});
