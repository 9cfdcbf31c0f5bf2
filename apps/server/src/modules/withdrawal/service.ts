import type { ReadonlyExchange } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import type { CallOutput, CallRequest, WireWithdrawal } from '@tallystick/protocol';
import { BANK } from '@tallystick/protocol/calls/deposit';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import { lockCustomer } from '../account/lock.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { IdentityService } from '../identity/service.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { readLine } from '../../http/text-line.ts';
import { holdEnd } from '../security/holds.ts';
import type { Tryer } from '../security/tries.ts';
import { checkProof, type AuthoritySource } from '../security/authority.ts';
import { failureOf, type WithdrawalBooking } from './booking.ts';
import { sealParticulars } from '../bank/destination.ts';
import type { WithdrawalPlan, WithdrawalPlans } from './plan.ts';
import { refuseHeldBack } from './hold-back.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import * as store from './store.ts';
import { statesBehind, wireWithdrawal } from './wire.ts';

export interface WithdrawalOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'isFrozen'>;
  readonly units: MarketUnitsTable;
  readonly vault: Vault;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly identity: Pick<IdentityService, 'level'>;
  readonly security: AuthoritySource;
  readonly plans: WithdrawalPlans;
  readonly booking: WithdrawalBooking;
  readonly hold: Pick<PayoutHold, 'holders'>;
  readonly now: () => number;
}

type Request = CallRequest<'POST wallet/out'>;

const LONGEST_REMARK = 120;

/** Withdrawals as customers see them. */
export class WithdrawalService {
  readonly #options: WithdrawalOptions;

  constructor(options: WithdrawalOptions) {
    this.#options = options;
  }

  /**
   * `wallet/out`. The same key with the same input is the same withdrawal. Everything that can be known is checked
   * before the fund password and the codes are: a code that was used up for nothing would cost a minute.
   */
  async request(by: Tryer, input: Request, key: string): Promise<WireWithdrawal> {
    const { pool, booking } = this.#options;
    const { customerId } = by;
    const { password: _password, code: _code, two_factor_code: _second, ...chosen } = input;
    const inputHash = hashInput({ ...chosen });
    const before = await this.#requestedWith(customerId, key, inputHash);
    if (before !== null) return before;
    const remark = readLine(input.remark ?? '', LONGEST_REMARK);
    if (remark === null) throw new CallFailure('remark_invalid', { field: 'remark' });
    const id = await this.#plan(by, input, key, inputHash, remark).catch(async (error: unknown) => {
      // The same request at the same moment may have used the code, or the last application of the day.
      const meanwhile = await store.findByKey(pool, customerId, key);
      if (meanwhile?.inputHash !== inputHash) throw error;
      return meanwhile.withdrawal.id;
    });
    await booking.finish(id);
    return this.#read(id);
  }

  /** `wallet/out/cancel`. Throws unknown_withdrawal, also for those of others, and withdrawal_not_pending. */
  async cancel(customerId: number, id: number): Promise<WireWithdrawal> {
    const { pool, booking, now } = this.#options;
    await inTransaction(pool, async client => {
      const withdrawal = await store.findWithdrawal(client, id, true);
      if (withdrawal?.customerId !== customerId || withdrawal.state === 'failed') {
        throw new CallFailure('unknown_withdrawal', { field: 'withdrawal_id' });
      }
      const change = { state: 'cancelling', decidedAtMs: now() } as const;
      if (!(await store.changeWithdrawal(client, id, 'processing', change))) {
        throw new CallFailure('withdrawal_not_pending', { field: 'withdrawal_id' });
      }
    });
    await booking.finishOrLater(id);
    return this.#read(id);
  }

  /** `charge_mention/log3`. */
  async list(
    customerId: number,
    input: CallRequest<'GET charge_mention/log3'>,
  ): Promise<CallOutput<'GET charge_mention/log3'>> {
    const { pool, units } = this.#options;
    const atBank = input.currency_id === BANK;
    const currencyId =
      atBank || input.currency_id === undefined ? undefined : units.currency(input.currency_id).id;
    const rows = await store.listWithdrawals(pool, {
      id: input.withdrawal_id,
      customerId,
      currencyId,
      channel: input.channel ?? (atBank ? 'bank' : undefined),
      states: input.state === undefined ? undefined : statesBehind(input.state),
      order: 'newest',
      after: readCursor(input.cursor, 1)?.[0] ?? null,
      limit: input.limit + 1,
    });
    return pageOf(
      rows,
      input.limit,
      row => String(row.id),
      row => wireWithdrawal(row, this.#options),
    );
  }

  /** Applications that are left today (UTC). */
  async applicationsLeft(customerId: number): Promise<number> {
    const used = await store.countSince(this.#options.pool, customerId, this.#dayStart());
    return Math.max(0, this.#options.settings.get('withdrawal_limits').per_day - used);
  }

  async #requestedWith(customerId: number, key: string, inputHash: string): Promise<WireWithdrawal | null> {
    const { pool, booking } = this.#options;
    const found = await store.findByKey(pool, customerId, key);
    if (found === null) return null;
    if (found.inputHash !== inputHash) throw new CallFailure('idempotency_key_reused');
    if (found.withdrawal.state === 'failed') throw failureOf(found.withdrawal);
    await booking.finish(found.withdrawal.id);
    return this.#read(found.withdrawal.id);
  }

  /** The row of a new withdrawal, before the exchange hears of it. */
  async #plan(by: Tryer, input: Request, key: string, inputHash: string, remark: string): Promise<number> {
    const { pool, vault, security, plans, now } = this.#options;
    const { customerId } = by;
    await this.#refuseActing(customerId);
    const plan = await plans.make(customerId, input);
    if ((await this.applicationsLeft(customerId)) === 0) throw this.#usedUp();
    const useProof = await checkProof(security, by, 'withdraw', input);
    return inTransaction(pool, async client => {
      await lockCustomer(client, customerId);
      const used = await store.countSince(client, customerId, this.#dayStart());
      if (used >= this.#options.settings.get('withdrawal_limits').per_day) throw this.#usedUp();
      await refuseHeldBack(
        client,
        customerId,
        this.#options.units.currency(plan.currencyId),
        plan.amountMinor,
      );
      await useProof(client);
      const id = await store.nextWithdrawalId(client);
      const { destination, ...columns }: WithdrawalPlan = plan;
      const sealed = sealParticulars(vault, id, { destination, remark: remark === '' ? null : remark });
      await store.insertWithdrawal(client, {
        ...columns,
        id,
        customerId,
        sealed,
        key,
        inputHash,
        createdAtMs: now(),
      });
      return id;
    });
  }

  /** Who may not withdraw at all, whatever and whereto. */
  async #refuseActing(customerId: number): Promise<void> {
    const { exchange, identity, security } = this.#options;
    if (exchange.isFrozen(customerId)) throw new CallFailure('customer_frozen');
    if ((await identity.level(customerId)) !== 'advanced') throw new CallFailure('verification_required');
    const hold = await security.holds.current(customerId);
    if (hold !== null) {
      throw new CallFailure('withdrawal_on_hold', {
        reason: hold.reason,
        until_ms: hold.untilMs,
        until: holdEnd(hold),
      });
    }
  }

  #usedUp(): CallFailure {
    const nextDayMs = this.#dayStart() + DAY_MS;
    return new CallFailure('withdrawals_per_day', {
      maximum: this.#options.settings.get('withdrawal_limits').per_day,
      until_ms: nextDayMs,
    });
  }

  #dayStart(): number {
    return Math.floor(this.#options.now() / DAY_MS) * DAY_MS;
  }

  async #read(id: number): Promise<WireWithdrawal> {
    const withdrawal = await store.findWithdrawal(this.#options.pool, id);
    if (withdrawal === null) throw new Error(`withdrawal ${id} is gone`);
    if (withdrawal.state === 'failed') throw failureOf(withdrawal);
    return wireWithdrawal(withdrawal, this.#options);
  }
}
