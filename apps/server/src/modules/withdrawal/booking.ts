import type { Command } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { ErrorCode } from '@tallystick/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import { custodyOf } from '../../chains/custody.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { MessageKind } from '../outbox/texts/text.ts';
import { isRefusal, submitCommand } from '../../http/submit.ts';
import { briefNameOf, openParticulars } from '../bank/destination.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import * as store from './store.ts';
import type { Withdrawal, WithdrawalState } from './store.ts';

export interface WithdrawalBookingOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly units: MarketUnitsTable;
  readonly vault: Vault;
  readonly news: CustomerNews;
  readonly hold: PayoutHold;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

type Ending = 'cancelling' | 'rejecting' | 'settling';
interface End {
  readonly command: 'releaseWithdrawal' | 'settleWithdrawal';
  readonly core: 'released' | 'settled';
  readonly state: WithdrawalState;
  readonly message: MessageKind;
}

const ENDS: Readonly<Record<Ending, End>> = {
  cancelling: {
    command: 'releaseWithdrawal',
    core: 'released',
    state: 'cancelled',
    message: 'withdrawalCancelled',
  },
  rejecting: {
    command: 'releaseWithdrawal',
    core: 'released',
    state: 'rejected',
    message: 'withdrawalRejected',
  },
  settling: { command: 'settleWithdrawal', core: 'settled', state: 'passed', message: 'withdrawalSent' },
};
const UNBOOKED: readonly WithdrawalState[] = ['requested', 'cancelling', 'rejecting', 'settling'];

/**
 * Sends requests and decisions about withdrawals to the exchange. Its answer decides where the money is: the row
 * records the intention, `withdrawal_states` the result. Any process may repeat this at any time.
 */
export class WithdrawalBooking {
  readonly #options: WithdrawalBookingOptions;

  constructor(options: WithdrawalBookingOptions) {
    this.#options = options;
  }

  /**
   * @throws CallFailure the exchange's refusal of a request (it is `failed` then), or `busy`, `maintenance` and
   * `internal_error` (the next try continues)
   */
  finish(id: number): Promise<void> {
    return this.#finish(id, false);
  }

  /** `tells`: nobody waits for the answer, so a refusal is told by a notice. */
  async #finish(id: number, tells: boolean): Promise<void> {
    const withdrawal = await store.findWithdrawal(this.#options.pool, id);
    if (withdrawal === null) return;
    if (withdrawal.state === 'requested') await this.#request(withdrawal, tells);
    // While payouts are held, nothing is submitted.
    if (withdrawal.state === 'settling' && this.#options.hold.holders.length > 0) return;
    if (isEnding(withdrawal.state)) await this.#end(withdrawal, ENDS[withdrawal.state]);
  }

  /** `finish` for the call that decided, for which a postponed booking is not an error. */
  async finishOrLater(id: number): Promise<void> {
    try {
      await this.finish(id);
    } catch (error) {
      if (isRefusal(error) || !(error instanceof CallFailure)) throw error;
      this.#options.log.error({ err: error, withdrawal: id }, 'a withdrawal is booked later');
    }
  }

  /** Completes bookings interrupted by a crash or a busy exchange. */
  async finishAll(): Promise<void> {
    for (const id of await store.idsInStates(this.#options.pool, UNBOOKED)) {
      try {
        await this.#finish(id, true);
      } catch (error) {
        // A request that is refused by now has failed, as its customer was told: that is the exchange's answer.
        if (isRefusal(error) && (await store.findWithdrawal(this.#options.pool, id))?.state === 'failed')
          continue;
        this.#options.log.error({ err: error, withdrawal: id }, 'a withdrawal could not be booked');
      }
    }
  }

  /** Parameters of its notices and mails. */
  valuesOf(withdrawal: Withdrawal): Record<string, string> {
    const { code, decimals } = this.#options.units.currency(withdrawal.currencyId);
    const { destination } = openParticulars(this.#options.vault, withdrawal.id, withdrawal.sealed);
    return {
      amount: formatMinor(withdrawal.amountMinor, decimals),
      currency: code,
      destination: briefNameOf(destination),
      reason: withdrawal.reason ?? '',
      transaction: withdrawal.transactionId ?? '',
    };
  }

  async #request(withdrawal: Withdrawal, tells: boolean): Promise<void> {
    const { pool, units } = this.#options;
    const { id, customerId, currencyId, amountMinor, feeMinor, network } = withdrawal;
    if ((await store.coreState(pool, id)) === null) {
      try {
        await this.#submit(withdrawal, {
          type: 'requestWithdrawal',
          customerId,
          withdrawalId: id,
          currencyId,
          amountMinor,
          feeMinor,
          via: custodyOf(network),
        });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const change = { state: 'failed', failure: error.code } as const;
        await this.#move(withdrawal, change, tells ? 'withdrawalFailed' : null);
        const { code, decimals } = units.currency(currencyId);
        throw new CallFailure(error.code, { currency: code, decimals, ...error.data });
      }
    }
    await this.#move(withdrawal, { state: 'processing' }, 'withdrawalAsked');
  }

  async #end(withdrawal: Withdrawal, end: End): Promise<void> {
    const { pool } = this.#options;
    const { id } = withdrawal;
    if ((await store.coreState(pool, id)) === 'pending') {
      await this.#submit(withdrawal, { type: end.command, withdrawalId: id }).catch(
        async (error: unknown) => {
          if (isRefusal(error)) await store.endAttempt(pool, withdrawal);
          // Another process booked it at the same moment.
          if ((await store.coreState(pool, id)) !== end.core) throw error;
        },
      );
    }
    const core = await store.coreState(pool, id);
    if (core !== end.core) throw new Error(`withdrawal ${id} is ${core} where it should be ${end.core}`);
    await this.#move(withdrawal, { state: end.state }, end.message);
  }

  /** Writes state and news together; the second process to arrive writes neither. */
  async #move(
    withdrawal: Withdrawal,
    change: Parameters<typeof store.changeWithdrawal>[3],
    message: MessageKind | null,
  ): Promise<void> {
    const { pool, news } = this.#options;
    const { id, customerId, state } = withdrawal;
    const isTold = await inTransaction(pool, async client => {
      const isFirst = await store.changeWithdrawal(client, id, state, change);
      if (!isFirst || message === null) return false;
      await news.write(client, customerId, message, this.valuesOf(withdrawal));
      return true;
    });
    if (isTold) news.wake();
  }

  async #submit({ id, attempt }: Withdrawal, command: Command): Promise<void> {
    // Hashing the id is enough: the row's request never changes.
    const inputHash = hashInput({ type: command.type, id });
    await submitCommand(this.#options.bus, command, {
      idempotency: { scope: 'withdrawal', key: `${id}-${command.type}-${attempt}`, inputHash },
    });
  }
}

/** The refusal of a request, for a repeat with the same key. */
export function failureOf(withdrawal: Withdrawal): CallFailure {
  return new CallFailure((withdrawal.failure ?? 'internal_error') as ErrorCode);
}

function isEnding(state: WithdrawalState): state is Ending {
  return Object.hasOwn(ENDS, state);
}
