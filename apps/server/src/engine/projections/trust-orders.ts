import type { TrustOrder } from '@tallystick/core';
import { BigintColumn, BooleanColumn, IntegerColumn, WordColumn } from './columns.ts';
import { Latest, type Moment } from './latest.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

const NAMES = [
  'order_id',
  'customer_id',
  'product_id',
  'currency_id',
  'cycle_days',
  'daily_yield_ppm',
  'penalty_ppm',
  'principal_minor',
  'bought_at_ms',
  'deposit_day',
  'promised_minor',
  'renewal_of',
  'paid_days',
  'paid_minor',
  'auto_renew',
  'state',
  'ended_at_ms',
  'penalty_minor',
  'sequence',
] as const;

/** What an order's later states change; the rest is fixed at purchase. */
const CHANGING = NAMES.slice(NAMES.indexOf('paid_days'));

/** Trust orders, hosted and ended. */
export class TrustOrdersTable implements ProjectionTable {
  readonly name = 'trust_orders';
  readonly #latest = new Latest<number, TrustOrder>();

  readonly #orderId = new BigintColumn();
  readonly #customerId = new IntegerColumn();
  readonly #productId = new BigintColumn();
  readonly #currencyId = new IntegerColumn();
  readonly #cycleDays = new IntegerColumn();
  readonly #dailyYieldPpm = new IntegerColumn();
  readonly #penaltyPpm = new IntegerColumn();
  readonly #principalMinor = new BigintColumn();
  readonly #boughtAtMs = new BigintColumn();
  readonly #depositDay = new IntegerColumn();
  readonly #promisedMinor = new BigintColumn();
  readonly #renewalOf = new BigintColumn();
  readonly #paidDays = new IntegerColumn();
  readonly #paidMinor = new BigintColumn();
  readonly #autoRenew = new BooleanColumn();
  readonly #state = new WordColumn(['hosting', 'completed', 'redeemed']);
  readonly #endedAtMs = new BigintColumn();
  readonly #penaltyMinor = new BigintColumn();
  readonly #sequence = new BigintColumn();

  readonly columns = [
    this.#orderId,
    this.#customerId,
    this.#productId,
    this.#currencyId,
    this.#cycleDays,
    this.#dailyYieldPpm,
    this.#penaltyPpm,
    this.#principalMinor,
    this.#boughtAtMs,
    this.#depositDay,
    this.#promisedMinor,
    this.#renewalOf,
    this.#paidDays,
    this.#paidMinor,
    this.#autoRenew,
    this.#state,
    this.#endedAtMs,
    this.#penaltyMinor,
    this.#sequence,
  ];

  statement(parameters: readonly string[]): string {
    return `${insertFromUnnest('trust_orders', NAMES, parameters)}
      on conflict (order_id) do update
      set ${CHANGING.map(name => `${name} = excluded.${name}`).join(', ')}`;
  }

  change(order: TrustOrder, at: Moment): void {
    this.#latest.set(order.orderId, order, at);
  }

  close(): void {
    this.#latest.take((order, at) => this.#push(order, at));
  }

  #push(order: TrustOrder, at: Moment): void {
    this.#orderId.pushNumber(order.orderId);
    this.#customerId.push(order.customerId);
    this.#productId.pushNumber(order.productId);
    this.#currencyId.push(order.currencyId);
    this.#cycleDays.push(order.cycleDays);
    this.#dailyYieldPpm.push(order.dailyYieldPpm);
    this.#penaltyPpm.push(order.penaltyPpm);
    this.#principalMinor.pushBigint(order.principalMinor);
    this.#boughtAtMs.pushNumber(order.boughtAtMs);
    this.#depositDay.push(order.depositDay);
    this.#promisedMinor.pushBigint(order.promisedMinor);
    if (order.renewalOf === null) this.#renewalOf.pushNull();
    else this.#renewalOf.pushNumber(order.renewalOf);
    this.#paidDays.push(order.paidDays);
    this.#paidMinor.pushBigint(order.paidMinor);
    this.#autoRenew.push(order.autoRenew);
    this.#state.push(order.state);
    if (order.endedAtMs === null) this.#endedAtMs.pushNull();
    else this.#endedAtMs.pushNumber(order.endedAtMs);
    this.#penaltyMinor.pushBigint(order.penaltyMinor);
    this.#sequence.pushNumber(at.sequence);
  }
}
