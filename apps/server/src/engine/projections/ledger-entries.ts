import type { AccountKey, PostingReason } from '@tallystick/core';
import { BigintColumn, IntegerColumn, TextColumn } from './columns.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

const NAMES = [
  'owner_id',
  'posting_id',
  'account',
  'currency_id',
  'amount_minor',
  'balance_after_minor',
  'reason',
  'reference',
  'at_ms',
] as const;

export class LedgerEntriesTable implements ProjectionTable {
  readonly name = 'ledger_entries';
  readonly #ownerId = new IntegerColumn();
  readonly #postingId = new BigintColumn();
  readonly #account = new TextColumn();
  readonly #currencyId = new IntegerColumn();
  readonly #amountMinor = new BigintColumn();
  readonly #balanceAfterMinor = new BigintColumn();
  readonly #reason = new TextColumn();
  readonly #reference = new TextColumn();
  readonly #atMs = new BigintColumn();

  readonly columns = [
    this.#ownerId,
    this.#postingId,
    this.#account,
    this.#currencyId,
    this.#amountMinor,
    this.#balanceAfterMinor,
    this.#reason,
    this.#reference,
    this.#atMs,
  ];

  statement(parameters: readonly string[]): string {
    return insertFromUnnest('ledger_entries', NAMES, parameters);
  }

  add(
    key: AccountKey,
    posting: { readonly postingId: number; readonly reason: PostingReason; readonly reference: string },
    amountMinor: bigint,
    balanceAfterMinor: bigint,
    atMs: number,
  ): void {
    this.#ownerId.push(key.ownerId);
    this.#postingId.pushNumber(posting.postingId);
    this.#account.push(key.account);
    this.#currencyId.push(key.currencyId);
    this.#amountMinor.pushBigint(amountMinor);
    this.#balanceAfterMinor.pushBigint(balanceAfterMinor);
    this.#reason.push(posting.reason);
    this.#reference.push(posting.reference);
    this.#atMs.pushNumber(atMs);
  }
}
