import type { Debt } from '@tallystick/core';
import { BigintColumn, IntegerColumn } from './columns.ts';
import { Latest, type Moment } from './latest.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

const NAMES = ['customer_id', 'currency_id', 'owed_minor', 'changed_at_ms', 'sequence'] as const;

/** What customers owe after reversed deposits. */
export class CustomerDebtsTable implements ProjectionTable {
  readonly name = 'customer_debts';
  readonly #latest = new Latest<string, Debt>();

  readonly #customerId = new IntegerColumn();
  readonly #currencyId = new IntegerColumn();
  readonly #owedMinor = new BigintColumn();
  readonly #changedAtMs = new BigintColumn();
  readonly #sequence = new BigintColumn();

  readonly columns = [this.#customerId, this.#currencyId, this.#owedMinor, this.#changedAtMs, this.#sequence];

  statement(parameters: readonly string[]): string {
    return `${insertFromUnnest('customer_debts', NAMES, parameters)}
      on conflict (customer_id, currency_id) do update
      set owed_minor = excluded.owed_minor, changed_at_ms = excluded.changed_at_ms, sequence = excluded.sequence`;
  }

  change(debt: Debt, at: Moment): void {
    this.#latest.set(`${debt.customerId}/${debt.currencyId}`, debt, at);
  }

  close(): void {
    this.#latest.take((debt, at) => {
      this.#customerId.push(debt.customerId);
      this.#currencyId.push(debt.currencyId);
      this.#owedMinor.pushBigint(debt.owedMinor);
      this.#changedAtMs.pushNumber(at.atMs);
      this.#sequence.pushNumber(at.sequence);
    });
  }
}
