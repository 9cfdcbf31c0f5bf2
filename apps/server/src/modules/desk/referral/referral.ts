import { randomUUID } from 'node:crypto';
import { PLATFORM_OWNER } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import type pg from 'pg';
import { USDT } from '@tallystick/protocol/currency-ids';
import { inTransaction } from '../../../database/transaction.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Operator } from '../../../http/operator.ts';
import { worth, type Valuation } from '../../market/valuation.ts';
import { pageOf, readCursor } from '../../../http/page.ts';
import { wireRatios } from '../../referral/wire.ts';
import type { AuditLog } from '../../../audit-log/audit-log.ts';
import type { Directory } from '../customer/directory.ts';
import type { DeskBus } from '../../../approval/desk-bus.ts';
import type { DeskExchange } from '../../../approval/desk-exchange.ts';
import { exportReport, listFlaggedPairs, readReport } from './report.ts';
import { flagsOf, listPromoters, type PromoterRow } from './store.ts';

type Report = DeskOutput<'GET desk/referral'>;
type Flags = Report['items'][number]['flags'];

export interface DeskReferralOptions {
  readonly pool: pg.Pool;
  readonly bus: DeskBus;
  readonly exchange: DeskExchange;
  readonly directory: Pick<Directory, 'require'>;
  readonly valuation: Pick<Valuation, 'rate'>;
  readonly audit: AuditLog;
  readonly now: () => number;
}

/** Promoters for the desk: earnings, warning signs, and the switch that stops them. */
export class DeskReferral {
  readonly #options: DeskReferralOptions;

  constructor(options: DeskReferralOptions) {
    this.#options = options;
  }

  async read({ flagged, cursor, limit }: DeskRequest<'GET desk/referral'>): Promise<Report> {
    const { pool, exchange } = this.#options;
    const { referral } = exchange;
    const beforeId = readCursor(cursor, 1)?.[0] ?? null;
    const rows = await listPromoters(pool, flagged, beforeId, limit + 1);
    const flags = await flagsOf(
      pool,
      rows.map(row => row.id),
    );
    const later = referral.announcedTerms;
    return {
      ...pageOf(
        rows,
        limit,
        row => String(row.id),
        row => this.#wire(row, flags.get(row.id) ?? []),
      ),
      at_ms: this.#options.now(),
      terms: wireRatios(referral.terms),
      announced: later === null ? null : { ...wireRatios(later.terms), effective_at_ms: later.effectiveAtMs },
      pending: exchange.currencies().flatMap(({ id: currencyId, code, decimals }) => {
        const key = { ownerId: PLATFORM_OWNER, account: 'referral', currencyId } as const;
        const { availableMinor } = exchange.balance(key);
        return availableMinor === 0n
          ? []
          : [{ currency: code, amount: formatMinor(availableMinor, decimals) }];
      }),
    };
  }

  /** Throws invalid_input for a period of more than a year. */
  report(input: DeskRequest<'GET desk/referral_report'>): Promise<DeskOutput<'GET desk/referral_report'>> {
    return readReport(this.#options.pool, this.#options.exchange, input);
  }

  /** The same as CSV. */
  export(input: DeskRequest<'GET desk/referral_export'>): Promise<DeskOutput<'GET desk/referral_export'>> {
    return exportReport(this.#options.pool, this.#options.exchange, input);
  }

  /** Pairs of accounts that may belong to one person. */
  async flags({
    cursor,
    limit,
  }: DeskRequest<'GET desk/referral_flags'>): Promise<DeskOutput<'GET desk/referral_flags'>> {
    const { pool, exchange } = this.#options;
    const rows = await listFlaggedPairs(pool, readCursor(cursor, 1)?.[0] ?? null, limit + 1);
    return pageOf(
      rows,
      limit,
      row => String(row.customer_id),
      ({ created_at_ms: createdAtMs, ...pair }) => ({
        ...pair,
        registered_at_ms: Number(createdAtMs),
        standing: exchange.referral.standing(pair.promoter_id),
      }),
    );
  }

  /** Acts at once. Throws not_found, and nothing_changed for a promoter already stopped or of the house. */
  async stop(
    operator: Operator,
    { customer_id: customerId, reason }: DeskRequest<'POST desk/referral_stop'>,
  ): Promise<DeskOutput<'POST desk/referral_stop'>> {
    const { pool, bus, exchange, directory, audit } = this.#options;
    await directory.require(customerId);
    const before = exchange.referral.standing(customerId);
    if (before !== 'open') throw new CallFailure('nothing_changed', { field: 'customer_id' });
    // Write the log first, so that no stop is without an author. The command can be repeated with the same result.
    await inTransaction(pool, client =>
      audit.write(client, operator, {
        action: 'referral.stop',
        subject: `customer:${customerId}`,
        before: { standing: before },
        after: { standing: 'stopped' },
        about: { customerId, words: { reason } },
      }),
    );
    await bus.submit({ type: 'setReferralStanding', customerId, standing: 'stopped' }, randomUUID());
    return { standing: 'stopped' };
  }

  #wire(row: PromoterRow, flags: Flags): Report['items'][number] {
    const { exchange, valuation } = this.#options;
    let valueMinor = 0n;
    const earned = row.earned.flatMap(({ currencyId, amountMinor }) => {
      const currency = exchange.currency(currencyId);
      const rate = valuation.rate(currencyId, USDT);
      if (rate !== null) valueMinor += worth(amountMinor, rate);
      if (currency === null) return [];
      return [{ currency: currency.code, amount: formatMinor(amountMinor, currency.decimals) }];
    });
    return {
      customer_id: row.id,
      nickname: row.nickname,
      standing: exchange.referral.standing(row.id),
      invited: row.invited,
      earned,
      earned_usdt: formatMinor(valueMinor, exchange.currency(USDT)?.decimals ?? 0),
      flags,
    };
  }
}
