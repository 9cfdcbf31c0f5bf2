import { HOUR_MS } from '@tallystick/core/durations';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { custodyOf } from '../../chains/custody.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import { changeDeposit, findDeposit, isBooked } from './store.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { isRefusal, submitCommand } from '../../http/submit.ts';
import { readLine } from '../../http/text-line.ts';
import { REVERSAL_MESSAGES } from './reversal-message.ts';
import * as store from './reversal-store.ts';
import type { NewReversal, Reversal } from './reversal-store.ts';
import { utcMinute } from '../../timekeeping/utc-minute.ts';

export interface ReversalOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly news: CustomerNews;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Longest wait for the review of an objection; the reversal is dropped then. */
const LONGEST_OBJECTION_MS = 7 * 24 * HOUR_MS;
const LONGEST_OBJECTION = 500;

/**
 * Takes back deposits that were credited by mistake: announced to the customer, who may object until it is due, then
 * booked out once through the deposit's own channel.
 */
export class DepositReversals {
  readonly #options: ReversalOptions;

  constructor(options: ReversalOptions) {
    this.#options = options;
  }

  /** Writes the customer's notice in the decision's transaction; call `wake` of the news afterwards. */
  async announce(
    client: pg.ClientBase,
    reversal: Omit<NewReversal, 'announcedAtMs' | 'dueAtMs'>,
  ): Promise<void> {
    const { settings, news, now } = this.#options;
    const announcedAtMs = now();
    const dueAtMs = announcedAtMs + settings.get('corrections').objection_hours * HOUR_MS;
    await store.insertReversal(client, { ...reversal, announcedAtMs, dueAtMs });
    const values = { ...this.#valuesOf(reversal), due: utcMinute(dueAtMs) };
    await news.write(client, reversal.customerId, REVERSAL_MESSAGES[reversal.reason], values);
  }

  /** Two other people have reviewed the objection. */
  async uphold(client: pg.ClientBase, reversal: Reversal, proposalId: number, by: number): Promise<void> {
    if (!(await store.upholdReversal(client, reversal.id, proposalId, by))) {
      throw new CallFailure('already_decided', { state: reversal.state });
    }
    await this.#options.news.write(client, reversal.customerId, 'reversalUpheld', this.#valuesOf(reversal));
  }

  /** Drops it: nothing is taken. False if its state has changed meanwhile. */
  async drop(client: pg.ClientBase, reversal: Reversal): Promise<boolean> {
    const { news, now } = this.#options;
    if (!(await store.moveReversal(client, reversal.id, reversal.state, 'dropped', now()))) return false;
    await news.write(client, reversal.customerId, 'reversalDropped', this.#valuesOf(reversal));
    return true;
  }

  /** `wallet/deposit_objection`. Throws not_found (also for another customer's), objection_closed, remark_invalid. */
  async object(customerId: number, depositId: number, written: string): Promise<void> {
    const { pool, now } = this.#options;
    const text = readLine(written.replaceAll(/\s+/g, ' '), LONGEST_OBJECTION);
    if (text === null || text === '') throw new CallFailure('remark_invalid', { field: 'text' });
    await inTransaction(pool, async client => {
      const reversal = await store.findLiveReversal(client, depositId, true);
      if (reversal?.customerId !== customerId) throw new CallFailure('not_found', { field: 'deposit_id' });
      if (!(await store.objectTo(client, reversal.id, text, now())))
        throw new CallFailure('objection_closed');
    });
  }

  /** Takes what is due, drops objections nobody reviewed, and completes what a crash interrupted. */
  async work(): Promise<void> {
    const { pool, now, log, news } = this.#options;
    const nowMs = now();
    for (const reversal of await store.reversalsToDo(pool, nowMs, nowMs - LONGEST_OBJECTION_MS)) {
      try {
        if (reversal.state === 'objected') {
          if (await inTransaction(pool, client => this.drop(client, reversal))) news.wake();
        } else {
          await this.#takeBack(reversal);
        }
      } catch (error) {
        log.error({ err: error, reversal: reversal.id }, 'a deposit is taken back later');
      }
    }
  }

  /**
   * Called before a chain reversal: drops what is only announced. Throws `busy` while one is being booked, which has to
   * finish first.
   */
  async giveWay(client: pg.ClientBase, depositId: number): Promise<void> {
    const reversal = await store.findLiveReversal(client, depositId, true);
    if (reversal === null || reversal.state === 'done') return;
    if (reversal.state === 'reversing') throw new CallFailure('busy');
    await this.drop(client, reversal);
  }

  /** `desk/reversals`. */
  async list(
    operatorId: number,
    cursor: string | undefined,
    limit: number,
  ): Promise<DeskOutput<'GET desk/reversals'>> {
    const { pool } = this.#options;
    const rows = await store.listReversals(pool, readCursor(cursor, 1)?.[0] ?? null, limit + 1);
    return pageOf(
      rows,
      limit,
      row => String(row.id),
      row => this.#wire(row, operatorId),
    );
  }

  /** Writes the row first: after a crash the retry uses the same key, made of row id and attempt. */
  async #takeBack(reversal: Reversal): Promise<void> {
    const { pool } = this.#options;
    const { id, state } = reversal;
    if (state !== 'reversing' && !(await store.moveReversal(pool, id, state, 'reversing'))) return;
    const reference = `deposit:${reversal.depositId}:correction`;
    if (!(await isBooked(pool, reference, 'depositReversal'))) await this.#submit(reversal, reference);
    await this.#finish(reversal);
  }

  async #submit(reversal: Reversal, reference: string): Promise<void> {
    const { pool, bus } = this.#options;
    const { id, depositId, customerId, currencyId, depositMinor, amountMinor, attempt } = reversal;
    const deposit = await findDeposit(pool, depositId);
    if (deposit === null) throw new Error(`deposit ${depositId} is gone`);
    const inputHash = hashInput({ depositId, amountMinor });
    try {
      await submitCommand(
        bus,
        {
          type: 'reverseDeposit',
          depositId,
          customerId,
          currencyId,
          creditedMinor: depositMinor,
          amountMinor,
          to: custodyOf(deposit.network),
          reference,
        },
        { idempotency: { scope: 'deposit-reversal', key: `reversal-${id}-${attempt}`, inputHash } },
      );
    } catch (error) {
      if (isRefusal(error)) await store.endReversalAttempt(pool, reversal);
      throw error;
    }
  }

  async #finish(reversal: Reversal): Promise<void> {
    const { pool, news, now } = this.#options;
    const { id, depositId, customerId, amountMinor, depositMinor } = reversal;
    const isFirst = await inTransaction(pool, async client => {
      if (!(await store.moveReversal(client, id, 'reversing', 'done', now()))) return false;
      if (amountMinor === depositMinor) {
        await changeDeposit(client, depositId, 'passed', { state: 'reversed', reversedAtMs: now() });
      }
      await news.write(client, customerId, 'reversalDone', this.#valuesOf(reversal));
      return true;
    });
    if (isFirst) news.wake();
  }

  #valuesOf({
    currencyId,
    amountMinor,
    text,
  }: Pick<Reversal, 'currencyId' | 'amountMinor' | 'text'>): Record<string, string> {
    const { code, decimals } = this.#options.units.currency(currencyId);
    return { amount: formatMinor(amountMinor, decimals), currency: code, text };
  }

  #wire(row: Reversal, operatorId: number): DeskOutput<'GET desk/reversals'>['items'][number] {
    const { code, decimals } = this.#options.units.currency(row.currencyId);
    return {
      id: row.id,
      deposit_id: row.depositId,
      customer_id: row.customerId,
      currency: code,
      amount: formatMinor(row.amountMinor, decimals),
      deposit_amount: formatMinor(row.depositMinor, decimals),
      reason: row.reason,
      text: row.text,
      state: row.state,
      objection: row.objection,
      made_by: row.maker,
      confirmed_by: row.confirmer,
      announced_at_ms: row.announcedAtMs,
      due_at_ms: row.dueAtMs,
      lapses_at_ms: row.objectedAtMs === null ? null : row.objectedAtMs + LONGEST_OBJECTION_MS,
      may_review: row.madeBy !== operatorId && row.confirmedBy !== operatorId,
    };
  }
}
