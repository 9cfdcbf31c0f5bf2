import { BigintColumn, IntegerColumn, TextColumn } from './columns.ts';
import type { AccountTotal } from './account-totals.ts';
import { insertFromUnnest, updateFromUnnest, type ProjectionTable } from './table.ts';

const KEYS = ['owner_id', 'account', 'currency_id'] as const;
const NAMES = [...KEYS, 'available_minor', 'frozen_minor'] as const;

/**
 * Balances as they stand at the end of the batch. Only an account's first change since the start may have to insert
 * its row; later ones update, which spares the database the lock and the log record of an upsert.
 */
export class BalanceRows {
  readonly first = new BalancesTable('balances_first', upsert);
  readonly later = new BalancesTable('balances_later', parameters =>
    updateFromUnnest('balances', KEYS.length, NAMES, parameters),
  );
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

function upsert(parameters: readonly string[]): string {
  return `${insertFromUnnest('balances', NAMES, parameters)}
    on conflict (${KEYS.join(', ')}) do update
    set available_minor = excluded.available_minor, frozen_minor = excluded.frozen_minor`;
}

class BalancesTable implements ProjectionTable {
  readonly name: string;
  readonly statement: (parameters: readonly string[]) => string;

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

  constructor(name: string, statement: (parameters: readonly string[]) => string) {
    this.name = name;
    this.statement = statement;
  }

  push(total: AccountTotal): void {
    this.#ownerId.push(total.ownerId);
    this.#account.push(total.account);
    this.#currencyId.push(total.currencyId);
    this.#availableMinor.pushBigint(total.availableMinor);
    this.#frozenMinor.pushBigint(total.frozenMinor);
  }
}
