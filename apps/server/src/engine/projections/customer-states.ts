import { BigintColumn, BooleanColumn, IntegerColumn } from './columns.ts';
import { Latest, type Moment } from './latest.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

const NAMES = ['customer_id', 'frozen', 'changed_at_ms', 'sequence'] as const;

/** Which customers are frozen, and since when. */
export class CustomerStatesTable implements ProjectionTable {
  readonly name = 'customer_states';
  readonly #latest = new Latest<number, { readonly customerId: number; readonly frozen: boolean }>();

  readonly #customerId = new IntegerColumn();
  readonly #frozen = new BooleanColumn();
  readonly #changedAtMs = new BigintColumn();
  readonly #sequence = new BigintColumn();

  readonly columns = [this.#customerId, this.#frozen, this.#changedAtMs, this.#sequence];

  statement(parameters: readonly string[]): string {
    return `${insertFromUnnest('customer_states', NAMES, parameters)}
      on conflict (customer_id) do update
      set frozen = excluded.frozen, changed_at_ms = excluded.changed_at_ms, sequence = excluded.sequence`;
  }

  change(customerId: number, frozen: boolean, at: Moment): void {
    this.#latest.set(customerId, { customerId, frozen }, at);
  }

  close(): void {
    this.#latest.take(({ customerId, frozen }, at) => {
      this.#customerId.push(customerId);
      this.#frozen.push(frozen);
      this.#changedAtMs.pushNumber(at.atMs);
      this.#sequence.pushNumber(at.sequence);
    });
  }
}
