import type { EventOf } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import type { ReferralCommand } from '@tallystick/core/referral/command';
import type { ReferralEvent, ReferralPostingReason } from '@tallystick/core/referral/event';
import type { Moment } from '../../projections/latest.ts';
import { audited, type EngineProduct, journaled } from '../product.ts';
import {
  REBATES,
  REFERRAL_DAYS,
  REFERRAL_PENDING,
  REFERRAL_SETTLEMENTS,
  type ReferralDay,
  type ReferralPending,
} from './tables.ts';

export const REFERRAL: EngineProduct<ReferralCommand, ReferralEvent, ReferralPostingReason> = {
  commands: journaled<ReferralCommand>()({
    linkPromoter: 'customerId promoterId',
    changeReferralTerms: 'terms noticeMs',
    setReferralStanding: 'customerId standing',
  }),
  postings: { rebate: 'told' },
  answers: { rebateAccrued: () => false, rebateSettled: () => false },
  tables: [
    audited(REBATES),
    audited(REFERRAL_DAYS),
    audited(REFERRAL_SETTLEMENTS),
    audited(REFERRAL_PENDING),
  ],
  batch(feed) {
    const rows = new ReferralRows();
    return {
      tables: rows.tables,
      on: {
        promoterLinked: ({ customerId, promoterId }) =>
          feed.push('promoterLinked', customerId, { promoterId }),
        referralTermsChanged: () => feed.push('termsSet', null, { of: 'referral', id: null }),
        referralStandingSet: ({ customerId, standing }) =>
          feed.push('referralStandingSet', customerId, { standing }),
        // One for each fill would be too many: the hourly payments are in the feed.
        rebateAccrued: (event, at) => rows.accrued(event, at),
        rebateSettled(event, at) {
          rows.settled(event, at);
          const { promoterId, currencyId, amountMinor, untilMs, postingId } = event;
          feed.push('rebateSettled', promoterId, { currencyId, amountMinor, untilMs, postingId });
        },
      },
      close: () => rows.close(),
    };
  },
};

/** Promoters' shares of fees, their sums by day and person, and what was paid out. */
class ReferralRows {
  readonly #rebates = REBATES.inserts();
  readonly #days = REFERRAL_DAYS.upserts();
  readonly #settlements = REFERRAL_SETTLEMENTS.inserts();
  readonly #pending = REFERRAL_PENDING.upserts();
  /** Changes of this batch: one statement cannot write a row twice. */
  readonly #moved = new Map<string, ReferralPending>();
  readonly #added = new Map<string, ReferralDay>();
  readonly tables = [this.#rebates, this.#days, this.#settlements, this.#pending];

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
