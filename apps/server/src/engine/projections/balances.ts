import { BigintColumn, IntegerColumn, TextColumn } from './columns.ts';
import type { AccountTotal } from './account-totals.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

const NAMES = ['owner_id', 'account', 'currency_id', 'available_minor', 'frozen_minor'] as const;

/** Balances as they stand at the end of the batch. */
export class BalancesTable implements ProjectionTable {
  readonly name = 'balances';
  readonly #changed = new Set<AccountTotal>();

  readonly #ownerId = new IntegerColumn();
  readonly #account = new TextColumn();
  readonly #currencyId = new IntegerColumn();
  readonly #availableMinor = new BigintColumn();
  readonly #frozenMinor = new BigintColumn();

  readonly columns = [
    this.#ownerId,
    this.#account,
    this.#currencyId,
    this.#availableMinor,
    this.#frozenMinor,
  ];

  statement(parameters: readonly string[]): string {
    return `${insertFromUnnest('balances', NAMES, parameters)}
      on conflict (owner_id, account, currency_id) do update
      set available_minor = excluded.available_minor, frozen_minor = excluded.frozen_minor`;
  }

  change(total: AccountTotal): void {
    this.#changed.add(total);
  }

  /** Writes the rows and returns the accounts they are of, with their values of this moment. */
  close(): readonly Readonly<AccountTotal>[] {
    const changed: AccountTotal[] = [];
    for (const total of this.#changed) {
      changed.push({ ...total });
      this.#ownerId.push(total.ownerId);
      this.#account.push(total.account);
      this.#currencyId.push(total.currencyId);
      this.#availableMinor.pushBigint(total.availableMinor);
      this.#frozenMinor.pushBigint(total.frozenMinor);
    }
    this.#changed.clear();
    return changed;
  }
}
