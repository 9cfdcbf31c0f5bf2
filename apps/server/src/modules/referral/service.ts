import type { ReadonlyExchange } from '@tallystick/core';
import { HOUR_MS } from '@tallystick/core/durations';
import { formatMinor } from '@tallystick/core/money/decimal';
import { LANGUAGES, type CallOutput, type CallRequest, type Language } from '@tallystick/protocol';
import { POSTER_DESIGNS } from '@tallystick/protocol/poster-designs';
import type pg from 'pg';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import { CallFailure } from '../../http/call-failure.ts';
import { findCustomerById, type Customer } from '../account/store.ts';
import { toWire } from '../account/wire.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { Valuation } from '../market/valuation.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { maskNickname, maskPerson } from './masked.ts';
import { wireRatios } from './ratios.ts';
import { Rankings, type Place } from './ranking.ts';
import { Returns } from './returns.ts';
import { countPromoted, earnedBy, earnedFrom, listInvitees, peopleOf, type Earned } from './store.ts';
import { invitationWords } from './texts.ts';
import { Worths } from './worths.ts';

export interface ReferralOptions {
  readonly mode: 'demo' | 'live';
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'referral' | 'isFrozen'>;
  readonly units: MarketUnitsTable;
  readonly valuation: Valuation;
  readonly publicUrl: string | null;
  readonly now: () => number;
}

/** What promoters see: their code, whom they invited and what came of it. The exchange pays; nothing here does. */
export class ReferralService {
  readonly #options: ReferralOptions;
  readonly #rankings: Rankings;
  readonly #returns: Returns;

  constructor(options: ReferralOptions) {
    this.#options = options;
    this.#rankings = new Rankings({
      ...options,
      worths: () => this.#worths(),
      withDemo: options.mode === 'demo',
      takesPart: promoterId => options.exchange.referral.standing(promoterId) === 'open',
    });
    this.#returns = new Returns(options.pool, options.units, () => this.#worths());
  }

  async overview(customerId: number): Promise<CallOutput<'GET user/invite'>> {
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
      ...this.#invitation(customer),
      account: toWire(customer).account,
      earning: referral.standing(customerId) === 'open',
      frozen: exchange.isFrozen(customerId),
      ratios: this.#ratios(),
      announced: this.#announced(),
      promoted: promoted.first,
      promoted_second: promoted.second,
      earned: worths.amounts(earned),
      earned_usdt: worths.total(earned, USDT),
      earned_btc: worths.total(earned, BTC),
      pending: worths.amounts(pending),
      pending_usdt: worths.total(pending, USDT),
      settled_usdt: worths.total(without(earned, pending), USDT),
      settles_at_ms: (Math.floor(now() / HOUR_MS) + 1) * HOUR_MS,
      rank: ranking.of.get(customerId)?.rank ?? null,
    };
  }

  async share(customerId: number, language: Language): Promise<CallOutput<'GET user/my_share'>> {
    const customer = await this.#customer(customerId);
    const invitation = this.#invitation(customer);
    return { ...invitation, ...invitationWords(language, invitation.code) };
  }

  async poster(customerId: number): Promise<CallOutput<'GET user/my_poster'>> {
    const customer = await this.#customer(customerId);
    const invitation = this.#invitation(customer);
    const texts = LANGUAGES.map(language => [language, invitationWords(language, invitation.code)] as const);
    return {
      ...invitation,
      designs: [...POSTER_DESIGNS],
      texts: Object.fromEntries(texts) as CallOutput<'GET user/my_poster'>['texts'],
      ratios: this.#ratios(),
    };
  }

  async leaders(customerId: number): Promise<CallOutput<'POST user/invite_list'>> {
    const { atMs, top, of } = await this.#rankings.current();
    const own = of.get(customerId);
    const shown = [...top, ...(own === undefined ? [] : [own])];
    const people = await peopleOf(
      this.#options.pool,
      shown.map(place => place.promoterId),
    );
    const wire = ({ promoterId, rank, valueMinor }: Place) => ({
      rank,
      name: maskNickname(people.get(promoterId)?.nickname ?? ''),
      value_usdt: formatMinor(valueMinor, this.#options.units.currency(USDT).decimals),
      own: promoterId === customerId,
    });
    return { items: top.map(wire), own: own === undefined ? null : wire(own), at_ms: atMs };
  }

  async invited(
    customerId: number,
    { level, cursor, limit }: CallRequest<'POST user/my_invite_list'>,
  ): Promise<CallOutput<'POST user/my_invite_list'>> {
    const { pool } = this.#options;
    const beforeId = readCursor(cursor, 1)?.[0] ?? null;
    const rows = await listInvitees(pool, customerId, level, beforeId, limit + 1);
    const earned = await earnedFrom(
      pool,
      customerId,
      rows.map(row => row.id),
    );
    const worths = this.#worths();
    return pageOf(
      rows,
      limit,
      row => String(row.id),
      row => {
        const from = earned.get(row.id) ?? [];
        return {
          person: maskPerson(row, level),
          level,
          registered_at_ms: Number(row.created_at_ms),
          verified: row.verified,
          traded: row.traded,
          amounts: worths.amounts(from),
          value_usdt: worths.total(from, USDT),
        };
      },
    );
  }

  returns(
    customerId: number,
    input: CallRequest<'POST user/my_account_return'>,
  ): Promise<CallOutput<'POST user/my_account_return'>> {
    return this.#returns.page(customerId, input);
  }

  #invitation({ invitationCode: code }: Customer) {
    const origin = this.#options.publicUrl?.replace(/\/$/, '') ?? '';
    const route = '#/pages/user/login/register';
    return {
      code,
      link: `${origin}/web/?code=${code}${route}`,
      hash_link: `${origin}/web/${route}?code=${code}`,
    };
  }

  #ratios() {
    return wireRatios(this.#options.exchange.referral.terms);
  }

  #announced() {
    const later = this.#options.exchange.referral.announcedTerms;
    return later === null ? null : { ...wireRatios(later.terms), effective_at_ms: later.effectiveAtMs };
  }

  async #customer(customerId: number): Promise<Customer> {
    const customer = await findCustomerById(this.#options.pool, customerId);
    if (customer === null) throw new CallFailure('session_invalid');
    return customer;
  }

  #worths(): Worths {
    return new Worths(this.#options.units, this.#options.valuation);
  }
}

/** What was earned and is not pending any more. */
function without(earned: readonly Earned[], pending: readonly Earned[]): Earned[] {
  return earned.map(({ currencyId, amountMinor }) => {
    const waiting = pending.find(one => one.currencyId === currencyId)?.amountMinor ?? 0n;
    return { currencyId, amountMinor: amountMinor - waiting };
  });
}
