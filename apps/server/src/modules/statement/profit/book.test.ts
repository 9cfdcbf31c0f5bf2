import { expect, it } from 'vitest';
import { BTC, ETH, USDT } from '@tallystick/protocol/currency-ids';
import { ProfitBook } from './book.ts';

it('proceeds of small balances are split over the coins by their worth', () => {
  const worths = new Map([
    [BTC, 300n],
    [ETH, 100n],
  ]);
  const books = (['average', 'fifo'] as const).map(method => {
    const book = new ProfitBook(method, USDT);
    const valueOf = (id: number): bigint => worths.get(id)!;
    const deposit = (id: number, minor: bigint, reference: string): void =>
      book.apply({ reason: 'deposit', reference, atMs: 0, changes: new Map([[id, minor]]) }, valueOf);
    deposit(BTC, 7n, 'a');
    deposit(ETH, 5n, 'b');
    // 1 % less than their value of 400, truncated: 395, divided into 296 and 99.
    const changes = new Map([
      [BTC, -7n],
      [ETH, -5n],
      [USDT, 395n],
    ]);
    book.apply({ reason: 'dustConversion', reference: 'dust:1', atMs: 1, changes }, valueOf);
    return book;
  });
  for (const book of books) {
    const day = book.days.at(-1)!;
    expect(day.products.get('spot')).toMatchObject({ events: 2, proceedsMinor: 395n, costMinor: 400n });
    expect(day.coins.get(BTC)?.realisedMinor).toBe(-4n);
    expect(day.coins.get(ETH)?.realisedMinor).toBe(-1n);
    expect(day.reportingMinor).toBe(395n);
  }
});

it('what was carried forward of older trades is no profit or loss: it came in and went out at its worth', () => {
  const book = new ProfitBook('fifo', USDT);
  const valueOf = (id: number, minor: bigint): bigint => (id === BTC ? 10n * minor : minor);
  const apply = (reason: 'deposit' | 'carriedForward' | 'trade', changes: [number, bigint][]): void =>
    book.apply({ reason, reference: '', atMs: 0, changes: new Map(changes) }, valueOf);
  apply('deposit', [[USDT, 1_000n]]);
  apply('carriedForward', [
    [USDT, -480n],
    [BTC, 50n],
  ]);
  apply('trade', [
    [BTC, -50n],
    [USDT, 510n],
  ]);
  const day = book.days.at(-1)!;
  expect(day.coins.get(BTC)?.realisedMinor).toBe(10n);
  expect([...day.products.keys()]).toEqual(['spot']);
  expect([day.reportingMinor, day.netDepositsMinor]).toEqual([1_030n, 1_020n]);
});
