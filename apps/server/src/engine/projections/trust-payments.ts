import type { EventOf } from '@tallystick/core';
import { BigintColumn, IntegerColumn } from './columns.ts';
import type { Moment } from './latest.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

const NAMES = [
  'order_id',
  'day',
  'customer_id',
  'currency_id',
  'utc_day',
  'amount_minor',
  'paid_at_ms',
  'sequence',
] as const;

/** What each day of each trust order paid: a second payment of one day would fail here. */
export class TrustPaymentsTable implements ProjectionTable {
  readonly name = 'trust_payments';
  readonly #orderId = new BigintColumn();
  readonly #day = new IntegerColumn();
  readonly #customerId = new IntegerColumn();
  readonly #currencyId = new IntegerColumn();
  readonly #utcDay = new IntegerColumn();
  readonly #amountMinor = new BigintColumn();
  readonly #paidAtMs = new BigintColumn();
  readonly #sequence = new BigintColumn();

  readonly columns = [
    this.#orderId,
    this.#day,
    this.#customerId,
    this.#currencyId,
    this.#utcDay,
    this.#amountMinor,
    this.#paidAtMs,
    this.#sequence,
  ];

  statement(parameters: readonly string[]): string {
    return insertFromUnnest('trust_payments', NAMES, parameters);
  }

  add(paid: EventOf<'trustInterestPaid'>, at: Moment): void {
    this.#orderId.pushNumber(paid.orderId);
    this.#day.push(paid.day);
    this.#customerId.push(paid.customerId);
    this.#currencyId.push(paid.currencyId);
    this.#utcDay.push(paid.utcDay);
    this.#amountMinor.pushBigint(paid.amountMinor);
    this.#paidAtMs.pushNumber(at.atMs);
    this.#sequence.pushNumber(at.sequence);
  }
}
