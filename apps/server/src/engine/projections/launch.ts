import type { EventOf, LaunchAmount, LaunchOrder } from '@tallystick/core';
import { BigintColumn, BooleanColumn, IntegerColumn, TextColumn } from './columns.ts';
import { Latest, type Moment } from './latest.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

const ORDER_NAMES = [
  'order_id',
  'offer_id',
  'customer_id',
  'committed',
  'allocated_minor',
  'spent',
  'released_minor',
  'returned',
  'created_at_ms',
  'changed_at_ms',
  'sequence',
] as const;

/** Orders for new currencies, complete after every change. */
export class LaunchOrdersTable implements ProjectionTable {
  readonly name = 'launch_orders';
  readonly #latest = new Latest<number, LaunchOrder>();

  readonly #orderId = new BigintColumn();
  readonly #offerId = new BigintColumn();
  readonly #customerId = new IntegerColumn();
  readonly #committed = new TextColumn();
  readonly #allocatedMinor = new BigintColumn();
  readonly #spent = new TextColumn();
  readonly #releasedMinor = new BigintColumn();
  readonly #returned = new BooleanColumn();
  readonly #createdAtMs = new BigintColumn();
  readonly #changedAtMs = new BigintColumn();
  readonly #sequence = new BigintColumn();

  readonly columns = [
    this.#orderId,
    this.#offerId,
    this.#customerId,
    this.#committed,
    this.#allocatedMinor,
    this.#spent,
    this.#releasedMinor,
    this.#returned,
    this.#createdAtMs,
    this.#changedAtMs,
    this.#sequence,
  ];

  statement(parameters: readonly string[]): string {
    return `${insertFromUnnest('launch_orders', ORDER_NAMES, parameters)}
      on conflict (order_id) do update
      set committed = excluded.committed, allocated_minor = excluded.allocated_minor, spent = excluded.spent,
        released_minor = excluded.released_minor, returned = excluded.returned,
        changed_at_ms = excluded.changed_at_ms, sequence = excluded.sequence`;
  }

  change(order: LaunchOrder, at: Moment): void {
    this.#latest.set(order.orderId, order, at);
  }

  close(): void {
    this.#latest.take((order, at) => {
      this.#orderId.pushNumber(order.orderId);
      this.#offerId.pushNumber(order.offerId);
      this.#customerId.push(order.customerId);
      this.#committed.push(encodeAmounts(order.committed));
      if (order.allocatedMinor === null) this.#allocatedMinor.pushNull();
      else this.#allocatedMinor.pushBigint(order.allocatedMinor);
      this.#spent.push(encodeAmounts(order.spent));
      this.#releasedMinor.pushBigint(order.releasedMinor);
      this.#returned.push(order.returned);
      this.#createdAtMs.pushNumber(at.atMs);
      this.#changedAtMs.pushNumber(at.atMs);
      this.#sequence.pushNumber(at.sequence);
    });
  }
}

/** Every single commitment. */
export class LaunchCommitmentsTable implements ProjectionTable {
  readonly name = 'launch_commitments';
  readonly #commitmentId = new BigintColumn();
  readonly #orderId = new BigintColumn();
  readonly #currencyId = new IntegerColumn();
  readonly #amountMinor = new BigintColumn();
  readonly #atMs = new BigintColumn();

  readonly columns = [this.#commitmentId, this.#orderId, this.#currencyId, this.#amountMinor, this.#atMs];

  statement(parameters: readonly string[]): string {
    const names = ['commitment_id', 'order_id', 'currency_id', 'amount_minor', 'at_ms'];
    return insertFromUnnest('launch_commitments', names, parameters);
  }

  add(event: EventOf<'launchCommitted'>, atMs: number): void {
    this.#commitmentId.pushNumber(event.commitmentId);
    this.#orderId.pushNumber(event.orderId);
    this.#currencyId.push(event.currencyId);
    this.#amountMinor.pushBigint(event.amountMinor);
    this.#atMs.pushNumber(atMs);
  }
}

function encodeAmounts(amounts: readonly LaunchAmount[]): string {
  return JSON.stringify(amounts.map(({ currencyId, amountMinor }) => [currencyId, amountMinor.toString()]));
}

/** Throws for text that `encodeAmounts` did not write. */
export function decodeAmounts(text: string): LaunchAmount[] {
  const pairs = JSON.parse(text) as readonly (readonly [number, string])[];
  return pairs.map(([currencyId, amount]) => ({ currencyId, amountMinor: BigInt(amount) }));
}
