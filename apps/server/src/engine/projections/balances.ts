import type { AccountTotal } from './account-totals.ts';
import { int4, minor, text } from './kinds.ts';
import { Projection } from './projection.ts';

export const BALANCES = new Projection<Omit<AccountTotal, 'stored'>>(
  'balances',
  {
    ownerId: int4,
    account: text(),
    currencyId: int4,
    availableMinor: minor,
    frozenMinor: minor,
  },
  { key: ['ownerId', 'account', 'currencyId'] },
);

/**
 * Balances at the end of the batch. Only an account's first change since the start may have to insert its row; later ones
 * update, which spares the database the lock and log record of an upsert.
 */
export class BalanceRows {
  readonly first = BALANCES.upserts('balances_first');
  readonly later = BALANCES.updates('balances_later');
  readonly #changed = new Set<AccountTotal>();

  change(total: AccountTotal): void {
    this.#changed.add(total);
  }

  close(): void {
    for (const total of this.#changed) {
      (total.stored ? this.later : this.first).push(total);
      total.stored = true;
    }
    this.#changed.clear();
  }
}
