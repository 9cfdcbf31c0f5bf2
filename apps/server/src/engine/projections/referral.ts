import type { EventOf } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import type { Moment } from './latest.ts';
import { int4, int8, minor, named, word } from './kinds.ts';
import { Projection } from './projection.ts';
import type { ProjectionTable } from './table.ts';

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

type Rebate = Omit<EventOf<'rebateAccrued'>, 'type' | 'level'> & { readonly level: number };

export const REBATES = new Projection<Rebate, Moment>(
  'referral_rebates',
  {
    postingId: int8,
    role: word('maker', 'taker'),
    level: int4,
    promoterId: int4,
    customerId: int4,
    line: word('spot', 'perpetual'),
    tradeId: int8,
    currencyId: int4,
    feeMinor: minor,
    ratioPpm: int4,
    amountMinor: minor,
  },
  {
    key: ['postingId', 'role', 'level'],
    stamp: { atMs: named('accrued_at_ms', int8), sequence: int8 },
  },
);

export const REFERRAL_DAYS = new Projection<Day>(
  'referral_days',
  {
    promoterId: int4,
    utcDay: int4,
    customerId: int4,
    level: int4,
    currencyId: int4,
    amountMinor: minor,
    fills: int4,
  },
  {
    key: ['promoterId', 'utcDay', 'customerId', 'level', 'currencyId'],
    sums: ['amountMinor', 'fills'],
  },
);

export const REFERRAL_SETTLEMENTS = new Projection<Omit<EventOf<'rebateSettled'>, 'type'>, Moment>(
  'referral_settlements',
  { postingId: int8, promoterId: int4, currencyId: int4, amountMinor: minor, untilMs: int8 },
  { key: ['postingId'], stamp: { atMs: named('settled_at_ms', int8), sequence: int8 } },
);

export const REFERRAL_PENDING = new Projection<Pending>(
  'referral_pending',
  { promoterId: int4, currencyId: int4, amountMinor: minor },
  { key: ['promoterId', 'currencyId'], sums: ['amountMinor'] },
);

/** Promoters' parts of fees, the same by day and person, and what was paid out of them. */
export class ReferralRows {
  readonly #rebates = REBATES.inserts();
  readonly #days = REFERRAL_DAYS.upserts();
  readonly #settlements = REFERRAL_SETTLEMENTS.inserts();
  readonly #pending = REFERRAL_PENDING.upserts();
  /** Changes of this batch: one statement cannot write a row twice. */
  readonly #moved = new Map<string, Pending>();
  readonly #added = new Map<string, Day>();
  readonly tables: readonly ProjectionTable[] = [this.#rebates, this.#days, this.#settlements, this.#pending];

  accrued(event: EventOf<'rebateAccrued'>, at: Moment): void {
    this.#rebates.push(event, at);
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
    this.#settlements.push(event, at);
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
