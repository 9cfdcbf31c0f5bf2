import { PLATFORM_OWNER, type CustomerAccount, type Event, type EventOf } from '@tallystick/core';
import type { LedgerRow } from '../../wallet/store.ts';
import { lineKey, type Line } from '../lines.ts';
import { ProfitBook } from '../profit/book.ts';
import type { CostMethod } from '../profit/cost.ts';
import { PostingGatherer } from '../profit/posting.ts';
import type { ValueOf } from '../profit/book.ts';

/** Collects a statement's data from the exchange's events, as the projections do. */
export class RecordedEntries {
  readonly #rows = new Map<number, LedgerRow[]>();
  readonly #balances = new Map<string, bigint>();
  readonly #lost: { customerId: number; reference: string; atMs: number }[] = [];
  readonly #due = new Map<string, bigint>();

  see(events: readonly Event[], atMs: number): void {
    for (const event of events) {
      if (event.type === 'posted') this.#post(event, atMs);
      if (event.type === 'optionChanged') {
        const { option } = event;
        const isLost = option.state === 'settled' && option.payoutMinor === 0n && !option.practice;
        const { customerId, optionId } = option;
        if (isLost) this.#lost.push({ customerId, reference: `option:${optionId}`, atMs });
      }
      if (event.type === 'launchOrderChanged' && event.order.allocatedMinor !== null) {
        const { offerId, customerId, allocatedMinor } = event.order;
        this.#due.set(`${customerId}:launch:${offerId}`, allocatedMinor);
      }
    }
  }

  of(customerId: number): readonly LedgerRow[] {
    return this.#rows.get(customerId) ?? [];
  }

  get customers(): readonly number[] {
    return [...this.#rows.keys()];
  }

  /** The book after all recorded entries. */
  book(customerId: number, method: CostMethod, reportingId: number, valueOf: ValueOf): ProfitBook {
    const book = new ProfitBook(method, reportingId);
    const gatherer = new PostingGatherer();
    const lost = this.#lost.filter(one => one.customerId === customerId);
    for (const posting of [...gatherer.add(this.of(customerId)), ...gatherer.end()]) {
      while (lost[0] !== undefined && lost[0].atMs < posting.atMs) {
        const [one] = lost.splice(0, 1);
        if (one !== undefined) book.optionLost(one.reference, one.atMs);
      }
      const dueMinor = this.#due.get(`${customerId}:${posting.reference}`);
      if (dueMinor !== undefined) book.launchDue(posting.reference, dueMinor);
      book.apply(posting, valueOf);
    }
    for (const { reference, atMs } of lost) book.optionLost(reference, atMs);
    return book;
  }

  #post({ entries, postingId, reason, reference }: EventOf<'posted'>, atMs: number): void {
    const sums = new Map<string, LedgerRow & { ownerId: number }>();
    for (const { ownerId, account, currencyId, amountMinor } of entries) {
      if (ownerId === PLATFORM_OWNER) continue;
      const key = `${ownerId}:${lineKey(account, currencyId)}`;
      const before = sums.get(key)?.amountMinor ?? 0n;
      const row = { postingId, reason, reference, atMs, account: account as CustomerAccount, currencyId };
      sums.set(key, { ...row, ownerId, amountMinor: before + amountMinor, balanceAfterMinor: 0n });
    }
    for (const [key, { ownerId, ...row }] of sums) {
      if (row.amountMinor === 0n) continue;
      const balanceAfterMinor = (this.#balances.get(key) ?? 0n) + row.amountMinor;
      this.#balances.set(key, balanceAfterMinor);
      const rows = this.#rows.get(ownerId) ?? [];
      rows.push({ ...row, balanceAfterMinor });
      this.#rows.set(ownerId, rows);
    }
  }
}

/** The expected statement line, from balances observed elsewhere. */
export function expectedLine(
  rows: readonly LedgerRow[],
  account: CustomerAccount,
  currencyId: number,
  openingMinor: bigint,
  closingMinor: bigint,
): Line {
  const own = rows.filter(row => row.account === account && row.currencyId === currencyId);
  const sum = (of: (minor: bigint) => boolean): bigint =>
    own.filter(row => of(row.amountMinor)).reduce((total, { amountMinor }) => total + amountMinor, 0n);
  return {
    account,
    currencyId,
    openingMinor,
    creditsMinor: sum(minor => minor > 0n),
    debitsMinor: sum(minor => minor < 0n),
    closingMinor,
    entries: own.length,
  };
}
