import { formatMinor } from '@tallystick/core/money/decimal';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { custodyOf } from '../../chains/custody.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { isRefusal, submitCommand } from '../../http/submit.ts';
import { takenBackMinor } from './reversal-store.ts';
import { forgetApprovals } from './approvals.ts';
import * as store from './store.ts';
import type { Deposit } from './store.ts';

export interface BookingOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly units: MarketUnitsTable;
  readonly news: CustomerNews;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Books a decided deposit in the ledger. The row holds the decision; the booking's key is the row's id and attempt
 * number, so any process may repeat it at any time and it takes effect once.
 */
export class DepositBooking {
  readonly #options: BookingOptions;

  constructor(options: BookingOptions) {
    this.#options = options;
  }

  /**
   * Credits an approved deposit or takes back a reversed one; ignores all others. @throws CallFailure the exchange's
   * refusal (the deposit is then under review again), or `busy`, `maintenance` and `internal_error` (it stays decided
   * and the next try books it)
   */
  async finish(id: number): Promise<void> {
    const deposit = await store.findDeposit(this.#options.pool, id);
    if (deposit?.state === 'approving') await this.#credit(deposit);
    if (deposit?.state === 'reversing') await this.#reverse(deposit);
  }

  /** `finish` for the call that decided, for which a postponed booking is not an error. Throws a refusal. */
  async finishOrLater(id: number): Promise<void> {
    try {
      await this.finish(id);
    } catch (error) {
      if (isRefusal(error) || !(error instanceof CallFailure)) throw error;
      this.#options.log.error({ err: error, deposit: id }, 'a deposit is booked later');
    }
  }

  /** Completes bookings interrupted by a crash or a busy exchange. */
  async finishAll(): Promise<void> {
    for (const id of await store.unbooked(this.#options.pool)) {
      try {
        await this.finish(id);
      } catch (error) {
        this.#options.log.error({ err: error, deposit: id }, 'a deposit could not be booked');
      }
    }
  }

  async #credit(deposit: Deposit): Promise<void> {
    const { pool, bus, news } = this.#options;
    const { id, customerId, currencyId, amountMinor } = deposit;
    const reference = referenceOf(id);
    // The engine forgets its keys after a while, so the ledger is asked, which keeps everything.
    if (!(await store.isBooked(pool, reference, 'deposit'))) {
      const from = custodyOf(deposit.network);
      try {
        await submitCommand(
          bus,
          { type: 'credit', customerId, account: 'spot', currencyId, amountMinor, from, reference },
          { idempotency: this.#keyOf(deposit, 'credit') },
        );
      } catch (error) {
        if (isRefusal(error)) await this.#giveBack(deposit);
        throw error;
      }
    }
    const values = this.#valuesOf(deposit);
    const isFirst = await inTransaction(pool, async client => {
      if (!(await store.changeDeposit(client, id, 'approving', { state: 'passed' }))) return false;
      await news.write(client, customerId, 'depositPassed', values);
      return true;
    });
    if (isFirst) news.wake();
  }

  async #reverse(deposit: Deposit): Promise<void> {
    const { pool, bus, news, now } = this.#options;
    const { id, customerId, currencyId, amountMinor: creditedMinor } = deposit;
    const reference = referenceOf(id);
    // Part of it may already have been taken back as a mistake.
    const amountMinor = creditedMinor - (await takenBackMinor(pool, id));
    if (!(await store.isBooked(pool, reference, 'depositReversal'))) {
      const to = custodyOf(deposit.network);
      try {
        await submitCommand(
          bus,
          {
            type: 'reverseDeposit',
            depositId: id,
            customerId,
            currencyId,
            creditedMinor,
            amountMinor,
            to,
            reference,
          },
          { idempotency: this.#keyOf(deposit, 'reversal') },
        );
      } catch (error) {
        if (isRefusal(error)) await store.endAttempt(pool, deposit, 'reversing');
        throw error;
      }
    }
    const values = this.#valuesOf(deposit);
    const isFirst = await inTransaction(pool, async client => {
      const change = { state: 'reversed', reversedAtMs: now() } as const;
      if (!(await store.changeDeposit(client, id, 'reversing', change))) return false;
      await news.write(client, customerId, 'depositReversed', values);
      return true;
    });
    if (isFirst) news.wake();
  }

  /** Flags the refusal for operators, who can see the reason. */
  async #giveBack(deposit: Deposit): Promise<void> {
    await inTransaction(this.#options.pool, async client => {
      if (await store.endAttempt(client, deposit, 'processing')) {
        await forgetApprovals(client, deposit.id);
        await store.addFlag(client, deposit.id, 'booking_refused');
      }
    });
  }

  #keyOf({ id, customerId, currencyId, amountMinor, attempt }: Deposit, what: 'credit' | 'reversal') {
    const inputHash = hashInput({ customerId, currencyId, amountMinor });
    return { scope: 'deposit', key: `${id}-${what}-${attempt}`, inputHash };
  }

  #valuesOf({ currencyId, amountMinor }: Deposit): Record<string, string> {
    const { code, decimals } = this.#options.units.currency(currencyId);
    return { amount: formatMinor(amountMinor, decimals), currency: code };
  }
}

/** The cause recorded in the ledger. */
function referenceOf(id: number): string {
  return `deposit:${id}`;
}
