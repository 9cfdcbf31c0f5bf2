import type { Currency, ReadonlyExchange } from '@tallystick/core';
import { DAY_MS, MINUTE_MS } from '@tallystick/core/durations';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Operator } from '../../http/operator.ts';
import { isRefusal } from '../../http/submit.ts';
import { appendPublicRecord } from '../../public-log/append.ts';
import type { Clock } from '../../timekeeping/clock.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { ProfitBus } from './profit-bus.ts';
import * as store from './profit-store.ts';
import type { ProfitWithdrawal } from './profit-store.ts';
import { newestProof, type Proof } from './proof.ts';

/** From the announcement in the public log until it leaves. The core and the database know no less. */
export const NOTICE_MS = DAY_MS;
/** What could not leave for so long after it was due is given up: what the public read is no longer so. */
const GIVE_UP_MS = 7 * DAY_MS;
/** An attempt that was interrupted is sent again for so long; later more may have left than it has counted. */
const ATTEMPT_MS = 10 * MINUTE_MS;

export interface ProfitOptions {
  readonly pool: pg.Pool;
  readonly bus: ProfitBus;
  readonly exchange: Pick<ReadonlyExchange, 'freeProfitMinor' | 'balance' | 'lastPostingId'>;
  readonly units: MarketUnitsTable;
  readonly audit: AuditLog;
  readonly now: () => number;
  readonly clock: Pick<Clock, 'stop'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

type Wanted = Pick<store.NewWithdrawal, 'accountId' | 'source' | 'currencyId' | 'amountMinor'>;

/** The house's profit leaves: announced in public, a day later by a command that the core bounds, told in public again. */
export class ProfitWithdrawals {
  readonly #options: ProfitOptions;

  constructor(options: ProfitOptions) {
    this.#options = options;
  }

  /**
   * What the exchange would refuse today; it decides again when the day is over. Counts what is announced already.
   *
   * @throws CallFailure not_found, insufficient_balance, profit_bound, profit_unproven
   */
  async refuse(db: store.Queries, { accountId, source, currencyId, amountMinor }: Wanted): Promise<void> {
    const { exchange, units, now } = this.#options;
    const currency = units.currency(currencyId);
    const account = await store.findAccount(db, accountId);
    if (account === null) throw new CallFailure('not_found', { field: 'account_id' });
    const held = exchange.balance({ ownerId: 0, account: source, currencyId }).availableMinor;
    refuseBeyond('insufficient_balance', currency, amountMinor, held);
    const there = -exchange.balance({ ownerId: 0, account: account.channel, currencyId }).availableMinor;
    refuseBeyond('insufficient_balance', currency, amountMinor, there);
    const announced = (await store.announcedMinor(db)).get(currencyId) ?? 0n;
    refuseBeyond('profit_bound', currency, amountMinor, exchange.freeProfitMinor(currencyId) - announced);
    const proof = await newestProof(db, currency, exchange.lastPostingId);
    const proven = proof === null || now() > proof.atMs + DAY_MS ? 0n : beyond(proof);
    refuseBeyond('profit_unproven', currency, amountMinor, proven - announced);
  }

  /**
   * Announces it in public, in the transaction in which the second person confirms it.
   *
   * @throws CallFailure clock_stopped
   */
  async announce(
    db: store.Queries,
    wanted: Wanted & { readonly proposalId: number; readonly confirmedBy: number },
  ): Promise<void> {
    // By a clock that runs ahead the day would be over too early.
    if (this.#options.clock.stop() !== null) throw new CallFailure('clock_stopped');
    const announcedAtMs = this.#options.now();
    const id = await store.insertWithdrawal(db, {
      ...wanted,
      announcedAtMs,
      dueAtMs: announcedAtMs + NOTICE_MS,
    });
    await this.#tell(db, (await store.findWithdrawal(db, id))!, 'announced');
  }

  /** Sends what is due, and finishes what was interrupted. Safe to repeat, and for two at once. */
  async leave(): Promise<void> {
    const { pool, now, log } = this.#options;
    for (const withdrawal of await store.dueWithdrawals(pool, now())) {
      try {
        await this.#leave(withdrawal);
      } catch (error) {
        log.error({ err: error, withdrawal: withdrawal.id }, 'a withdrawal of profit leaves later');
      }
    }
  }

  /** One person may stop it before it leaves. @throws CallFailure not_found, already_decided */
  async stop(operator: Operator, id: number, reason: string): Promise<void> {
    const { pool, audit, now } = this.#options;
    await inTransaction(pool, async client => {
      const found = await store.findWithdrawal(client, id, true);
      if (found === null) throw new CallFailure('not_found', { field: 'id' });
      if (!(await store.setStopped(client, id, operator.id, reason, now()))) {
        throw new CallFailure('already_decided', { state: found.state });
      }
      await this.#tell(client, found, 'withdrawn');
      await audit.write(client, operator, {
        action: 'profit.stop',
        subject: `profit:${id}`,
        before: { state: found.state },
        after: { state: 'withdrawn', reason },
      });
    });
  }

  async #leave(withdrawal: ProfitWithdrawal): Promise<void> {
    if (withdrawal.state === 'leaving') return this.#finish(withdrawal);
    const { pool, exchange, units, now } = this.#options;
    const { id, currencyId, dueAtMs, liabilitiesRecord } = withdrawal;
    if (now() > dueAtMs + GIVE_UP_MS) return this.#end(withdrawal, 'withdrawn');
    const proof = await newestProof(pool, units.currency(currencyId), exchange.lastPostingId);
    // After a refusal it waits for a newer audit point: this one says the same again.
    if (proof === null || proof.liabilitiesRecord === liabilitiesRecord) return;
    if (!(await store.beginAttempt(pool, id, proof, now()))) return;
    await this.#finish((await store.findWithdrawal(pool, id))!);
  }

  /** Sends the command of the attempt that is noted: the same again after a crash. */
  async #finish(withdrawal: ProfitWithdrawal): Promise<void> {
    const { pool, bus, now } = this.#options;
    const { id, attempt, attemptedAtMs, source, channel, currencyId, amountMinor, announcedAtMs } =
      withdrawal;
    const { provenAtMs, liabilitiesMinor, assetsMinor } = withdrawal;
    if (await store.isInLedger(pool, id)) return this.#end(withdrawal, 'paid');
    if (now() > (attemptedAtMs ?? 0) + ATTEMPT_MS) {
      await store.setState(pool, withdrawal, { state: 'announced', failure: 'profit_unproven' });
      return;
    }
    try {
      await bus.withdraw(
        {
          type: 'withdrawProfit',
          from: source,
          to: channel,
          currencyId,
          amountMinor,
          announcedAtMs,
          provenAtMs: provenAtMs!,
          liabilitiesMinor: liabilitiesMinor!,
          assetsMinor: assetsMinor!,
          reference: store.referenceOf(id),
        },
        `profit-${id}-${attempt}`,
      );
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await store.setState(pool, withdrawal, { state: 'announced', failure: error.code });
      return;
    }
    await this.#end(withdrawal, 'paid');
  }

  async #end(withdrawal: ProfitWithdrawal, state: 'paid' | 'withdrawn'): Promise<void> {
    const { pool, audit, now } = this.#options;
    await inTransaction(pool, async client => {
      if (!(await store.setState(client, withdrawal, { state, endedAtMs: now() }))) return;
      await this.#tell(client, withdrawal, state);
      await audit.write(client, null, {
        action: `profit.${state}`,
        subject: `profit:${withdrawal.id}`,
        before: { state: withdrawal.state },
        after: {
          state,
          liabilities_record: withdrawal.liabilitiesRecord,
          reserves_record: withdrawal.reservesRecord,
        },
      });
    });
  }

  /** The public log before the audit log, as where proposals are decided: both let in one at a time until the end. */
  async #tell(
    db: store.Queries,
    withdrawal: ProfitWithdrawal,
    state: 'announced' | 'paid' | 'withdrawn',
  ): Promise<void> {
    const { code, decimals } = this.#options.units.currency(withdrawal.currencyId);
    await appendPublicRecord(db, {
      kind: 'profit_withdrawal',
      atMs: this.#options.now(),
      body: {
        withdrawal: withdrawal.id,
        currency: code,
        decimals,
        amount: String(withdrawal.amountMinor),
        state,
        account: withdrawal.account,
        announced_at_ms: withdrawal.announcedAtMs,
        payable_at_ms: withdrawal.dueAtMs,
      },
    });
  }
}

/** What is proven beyond what customers are owed; may be below zero. */
export function beyond({ assetsMinor, liabilitiesMinor }: Proof): bigint {
  return assetsMinor - liabilitiesMinor;
}

function refuseBeyond(
  code: 'insufficient_balance' | 'profit_bound' | 'profit_unproven',
  currency: Currency,
  amountMinor: bigint,
  leftMinor: bigint,
): void {
  if (amountMinor <= leftMinor) return;
  const available = formatMinor(leftMinor > 0n ? leftMinor : 0n, currency.decimals);
  throw new CallFailure(code, { field: 'amount', available, currency: currency.code });
}
