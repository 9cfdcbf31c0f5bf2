import type { ReadonlyExchange, ReferralTerms } from '@tallystick/core';
import { HOUR_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import { CallFailure } from '../../http/call-failure.ts';
import { findCustomerById, type Customer } from '../account/store.ts';
import type { Valuation } from '../market/valuation.ts';
import { maskNickname, maskPerson } from './masked.ts';
import { Rankings, type Place } from './ranking.ts';
import {
  countPromoted,
  earnedBy,
  earnedFrom,
  listDays,
  listInvitees,
  listPeople,
  listRebates,
  listSettlements,
  peopleOf,
  type Earned,
  type RebatePlace,
} from './store.ts';
import { Worths } from './worths.ts';

export interface ReferralOptions {
  readonly mode: 'demo' | 'live';
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'referral' | 'isFrozen'>;
  readonly valuation: Valuation;
  readonly publicUrl: string | null;
  readonly now: () => number;
}

/** Where a friend registers. The code stands before the `#`, or within the route for those who cut addresses there. */
export interface Invitation {
  readonly code: string;
  /** Without a host if the server does not know its public address. */
  readonly link: string;
  readonly hashLink: string;
}

export interface Leader extends Place {
  /** Masked. */
  readonly name: string;
}

/** What promoters see: their code, whom they invited and what came of it. The exchange pays; nothing here does. */
export class ReferralService {
  readonly #options: ReferralOptions;
  readonly #rankings: Rankings;

  constructor(options: ReferralOptions) {
    this.#options = options;
    this.#rankings = new Rankings({
      ...options,
      worths: () => this.#worths(),
      withDemo: options.mode === 'demo',
      takesPart: promoterId => options.exchange.referral.standing(promoterId) === 'open',
    });
  }

  async overview(customerId: number) {
    const { pool, exchange, now } = this.#options;
    const { referral } = exchange;
    const [customer, earned, promoted, ranking] = await Promise.all([
      this.#customer(customerId),
      earnedBy(pool, customerId),
      countPromoted(pool, customerId),
      this.#rankings.current(),
    ]);
    const worths = this.#worths();
    const pending = referral.pendingOf(customerId);
    return {
      customer,
      invitation: this.#invitation(customer),
      earning: referral.standing(customerId) === 'open',
      frozen: exchange.isFrozen(customerId),
      terms: referral.terms,
      /** Lower ones that are to come; null if none were announced. */
      announced: referral.announcedTerms,
      promoted,
      earned: worths.of(earned),
      earnedBtcMinor: worths.total(earned, BTC),
      pending: worths.of(pending),
      settledUsdtMinor: worths.total(without(earned, pending), USDT),
      /** The end of the hour: what is pending then is paid. */
      settlesAtMs: (Math.floor(now() / HOUR_MS) + 1) * HOUR_MS,
      rank: ranking.of.get(customerId)?.rank ?? null,
    };
  }

  async invitation(customerId: number): Promise<Invitation> {
    return this.#invitation(await this.#customer(customerId));
  }

  get terms(): ReferralTerms {
    return this.#options.exchange.referral.terms;
  }

  /** `own`: null if nothing was earned yet, or the account does not take part. */
  async leaders(customerId: number) {
    const { atMs, top, of } = await this.#rankings.current();
    const own = of.get(customerId);
    const ids = [...top.map(place => place.promoterId), customerId];
    const people = await peopleOf(this.#options.pool, ids);
    const named = (place: Place): Leader => ({
      ...place,
      name: maskNickname(people.get(place.promoterId)?.nickname ?? ''),
    });
    return { top: top.map(named), own: own === undefined ? null : named(own), atMs };
  }

  /** Newest first. `level` 2: those whom the invited ones invited. */
  async invited(customerId: number, level: number, beforeId: number | null, limit: number) {
    const { pool } = this.#options;
    const rows = await listInvitees(pool, customerId, level, beforeId, limit);
    const ids = rows.map(row => row.id);
    const earned = await earnedFrom(pool, customerId, ids);
    const worths = this.#worths();
    return rows.map(row => ({
      ...row,
      level,
      person: maskPerson(row, level),
      earned: worths.of(earned.get(row.id) ?? []),
    }));
  }

  /** A promoter's rebates, newest first; by day, by person and as paid they are the same sum. */
  async rebates(customerId: number, after: RebatePlace | null, limit: number) {
    return this.#named(await listRebates(this.#options.pool, customerId, after, limit));
  }

  async days(customerId: number, beforeDay: number | null, limit: number) {
    const rows = await listDays(this.#options.pool, customerId, beforeDay, limit);
    const worths = this.#worths();
    return rows.map(row => ({ ...row, earned: worths.of(row.earned) }));
  }

  async people(customerId: number, beforeId: number | null, limit: number) {
    const rows = await this.#named(await listPeople(this.#options.pool, customerId, beforeId, limit));
    const worths = this.#worths();
    return rows.map(row => ({ ...row, earned: worths.of(row.earned) }));
  }

  settlements(customerId: number, beforePosting: number | null, limit: number) {
    return listSettlements(this.#options.pool, customerId, beforePosting, limit);
  }

  /** With the customer as the promoter may see them. */
  async #named<Row extends { readonly customerId: number; readonly level: number }>(rows: readonly Row[]) {
    const ids = rows.map(row => row.customerId);
    const people = await peopleOf(this.#options.pool, ids);
    return rows.map(row => ({ ...row, person: maskPerson(people.get(row.customerId), row.level) }));
  }

  #invitation({ invitationCode: code }: Customer): Invitation {
    const origin = this.#options.publicUrl ?? '';
    const route = '#/pages/user/login/register';
    return {
      code,
      link: `${origin}/web/?code=${code}${route}`,
      hashLink: `${origin}/web/${route}?code=${code}`,
    };
  }

  async #customer(customerId: number): Promise<Customer> {
    const customer = await findCustomerById(this.#options.pool, customerId);
    if (customer === null) throw new CallFailure('session_invalid');
    return customer;
  }

  #worths(): Worths {
    return new Worths(this.#options.valuation);
  }
}

/** What was earned and is not pending any more. */
function without(earned: readonly Earned[], pending: readonly Earned[]): Earned[] {
  return earned.map(({ currencyId, amountMinor }) => {
    const waiting = pending.find(one => one.currencyId === currencyId)?.amountMinor ?? 0n;
    return { currencyId, amountMinor: amountMinor - waiting };
  });
}
