import type { EventOf } from '@tallystick/core';
import type { Moment } from './latest.ts';
import { big, integer, RowsTable, text } from './rows-table.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

const DAY_MS = 86_400_000;

type Rebate = EventOf<'rebateAccrued'> & Moment;
type Settled = EventOf<'rebateSettled'> & Moment;

interface Pending {
  readonly promoterId: number;
  readonly currencyId: number;
  amountMinor: bigint;
}

interface Day {
  readonly promoterId: number;
  readonly utcDay: number;
  readonly customerId: number;
  readonly level: number;
  readonly currencyId: number;
  amountMinor: bigint;
  fills: number;
}

/** Adds to the row that is there. */
function addingUp(table: string, keys: string, sums: readonly string[]) {
  const set = sums.map(name => `${name} = ${table}.${name} + excluded.${name}`).join(', ');
  return (names: readonly string[], parameters: readonly string[]): string =>
    `${insertFromUnnest(table, names, parameters)} on conflict (${keys}) do update set ${set}`;
}

/** Promoters' parts of fees, the same by day and person, and what was paid out of them. */
export class ReferralRows {
  readonly #rebates = new RowsTable<Rebate>('referral_rebates', {
    posting_id: big(row => row.postingId),
    role: text(row => row.role),
    level: integer(row => row.level),
    promoter_id: integer(row => row.promoterId),
    customer_id: integer(row => row.customerId),
    line: text(row => row.line),
    trade_id: big(row => row.tradeId),
    currency_id: integer(row => row.currencyId),
    fee_minor: big(row => row.feeMinor),
    ratio_ppm: integer(row => row.ratioPpm),
    amount_minor: big(row => row.amountMinor),
    accrued_at_ms: big(row => row.atMs),
    sequence: big(row => row.sequence),
  });
  readonly #days = new RowsTable<Day>(
    'referral_days',
    {
      promoter_id: integer(row => row.promoterId),
      utc_day: integer(row => row.utcDay),
      customer_id: integer(row => row.customerId),
      level: integer(row => row.level),
      currency_id: integer(row => row.currencyId),
      amount_minor: big(row => row.amountMinor),
      fills: integer(row => row.fills),
    },
    addingUp('referral_days', 'promoter_id, utc_day, customer_id, level, currency_id', [
      'amount_minor',
      'fills',
    ]),
  );
  readonly #settlements = new RowsTable<Settled>('referral_settlements', {
    posting_id: big(row => row.postingId),
    promoter_id: integer(row => row.promoterId),
    currency_id: integer(row => row.currencyId),
    amount_minor: big(row => row.amountMinor),
    until_ms: big(row => row.untilMs),
    settled_at_ms: big(row => row.atMs),
    sequence: big(row => row.sequence),
  });
  readonly #pending = new RowsTable<Pending>(
    'referral_pending',
    {
      promoter_id: integer(row => row.promoterId),
      currency_id: integer(row => row.currencyId),
      amount_minor: big(row => row.amountMinor),
    },
    addingUp('referral_pending', 'promoter_id, currency_id', ['amount_minor']),
  );
  /** Changes of this batch: one statement cannot write a row twice. */
  readonly #moved = new Map<string, Pending>();
  readonly #added = new Map<string, Day>();
  readonly tables: readonly ProjectionTable[] = [this.#rebates, this.#days, this.#settlements, this.#pending];

  accrued(event: EventOf<'rebateAccrued'>, at: Moment): void {
    this.#rebates.push({ ...event, ...at });
    const { promoterId, customerId, level, currencyId, amountMinor } = event;
    this.#move(promoterId, currencyId, amountMinor);
    const utcDay = Math.floor(at.atMs / DAY_MS);
    const key = `${promoterId}/${utcDay}/${customerId}/${level}/${currencyId}`;
    const day = this.#added.get(key);
    if (day === undefined) {
      this.#added.set(key, { promoterId, utcDay, customerId, level, currencyId, amountMinor, fills: 1 });
    } else {
      day.amountMinor += amountMinor;
      day.fills++;
    }
  }

  settled(event: EventOf<'rebateSettled'>, at: Moment): void {
    this.#settlements.push({ ...event, ...at });
    this.#move(event.promoterId, event.currencyId, -event.amountMinor);
  }

  close(): void {
    for (const day of this.#added.values()) this.#days.push(day);
    this.#added.clear();
    for (const pending of this.#moved.values()) this.#pending.push(pending);
    this.#moved.clear();
  }

  #move(promoterId: number, currencyId: number, amountMinor: bigint): void {
    const key = `${promoterId}/${currencyId}`;
    const pending = this.#moved.get(key);
    if (pending === undefined) this.#moved.set(key, { promoterId, currencyId, amountMinor });
    else pending.amountMinor += amountMinor;
  }
}
