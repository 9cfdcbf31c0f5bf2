import type { ReadonlyExchange } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import { nextId } from '../../database/rows.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import { lockCustomer } from '../account/lock.ts';
import type { ComplianceChecks } from '../compliance/module.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { IdentityService } from '../identity/service.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { readLine } from '../../http/text-line.ts';
import type { Tryer } from '../security/tries.ts';
import { checkProof, type AuthoritySource, type Proof } from '../security/authority.ts';
import { failureOf, type WithdrawalBooking } from './booking.ts';
import { openParticulars, sealParticulars, type Particulars } from '../bank/destination.ts';
import type { WantedWithdrawal, WithdrawalPlan, WithdrawalPlans } from './plan.ts';
import { refuseHeldBack } from './hold-back.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import * as store from './store.ts';
import { utcMinute } from '../../timekeeping/utc-minute.ts';

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
  readonly compliance: Pick<
    ComplianceChecks,
    'refuseUnanswered' | 'address' | 'addressSeen' | 'others' | 'othersSeen'
  >;
  readonly now: () => number;
}

/** The same key with the same input hash is the same withdrawal. */
export interface Asking {
  readonly key: string;
  readonly inputHash: string;
}

/** With its sealed fields decrypted. */
export interface ShownWithdrawal extends Omit<store.Withdrawal, 'sealed'>, Particulars {
  /** Payouts are held: withdrawals that have not left yet wait. */
  readonly payoutsWait: boolean;
}

/** States in which the money has not left yet. */
const STAYING: ReadonlySet<store.WithdrawalState> = new Set(['requested', 'processing', 'approved']);

const LONGEST_REMARK = 120;

/** Withdrawals as customers see them. */
export class WithdrawalService {
  readonly #options: WithdrawalOptions;

  constructor(options: WithdrawalOptions) {
    this.#options = options;
  }

  /**
   * The same key with the same input is the same withdrawal. All other checks come before the fund password and the
   * codes, because a code used for nothing costs a minute's wait.
   */
  async request(by: Tryer, wanted: WantedWithdrawal, proof: Proof, asking: Asking): Promise<ShownWithdrawal> {
    const { pool, booking } = this.#options;
    const { customerId } = by;
    const before = await this.#requestedWith(customerId, asking);
    if (before !== null) return before;
    const remark = readLine(wanted.remark, LONGEST_REMARK);
    if (remark === null) throw new CallFailure('remark_invalid', { field: 'remark' });
    const id = await this.#plan(by, { ...wanted, remark }, proof, asking).catch(async (error: unknown) => {
      // The same request at the same moment may have used the code, or the day's last request.
      const meanwhile = await store.findByKey(pool, customerId, asking.key);
      if (meanwhile?.inputHash !== asking.inputHash) throw error;
      return meanwhile.id;
    });
    await booking.finish(id);
    return this.#read(id);
  }

  /** Throws unknown_withdrawal (also for another customer's) and withdrawal_not_pending. */
  async cancel(customerId: number, id: number): Promise<ShownWithdrawal> {
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

  /** The customer's, newest first. */
  async list(
    customerId: number,
    filter: Omit<store.WithdrawalFilter, 'customerId' | 'order'>,
  ): Promise<ShownWithdrawal[]> {
    const rows = await store.listWithdrawals(this.#options.pool, { ...filter, customerId, order: 'newest' });
    return rows.map(row => shownWithdrawal(row, this.#options));
  }

  /** Requests left today (UTC). */
  async applicationsLeft(customerId: number): Promise<number> {
    const used = await store.countSince(this.#options.pool, customerId, this.#dayStart());
    return Math.max(0, this.#options.settings.get('withdrawal_limits').per_day - used);
  }

  async #requestedWith(customerId: number, { key, inputHash }: Asking): Promise<ShownWithdrawal | null> {
    const { pool, booking } = this.#options;
    const found = await store.findByKey(pool, customerId, key);
    if (found === null) return null;
    if (found.inputHash !== inputHash) throw new CallFailure('idempotency_key_reused');
    if (found.state === 'failed') throw failureOf(found);
    await booking.finish(found.id);
    return this.#read(found.id);
  }

  /** The row of a new withdrawal, written before the exchange gets the request. */
  async #plan(
    by: Tryer,
    wanted: WantedWithdrawal,
    proof: Proof,
    { key, inputHash }: Asking,
  ): Promise<number> {
    const { pool, vault, security, plans, now, compliance } = this.#options;
    const { customerId } = by;
    await this.#refuseActing(customerId);
    const plan = await plans.make(customerId, wanted);
    const listed =
      plan.destination.kind === 'address' && plan.network !== null
        ? await compliance.address(plan.network, plan.destination.address)
        : null;
    const holder = plan.destination.kind === 'bank' ? (plan.destination.card['holder'] ?? '') : '';
    const named = await compliance.others(customerId, [holder]);
    if ((await this.applicationsLeft(customerId)) === 0) throw this.#usedUp();
    const useProof = await checkProof(security, by, 'withdraw', proof);
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
      const id = await nextId(client, 'withdrawals');
      const { destination, ...columns }: WithdrawalPlan = plan;
      const sealed = sealParticulars(vault, id, { destination, remark: wanted.remark || null });
      const row = { ...columns, id, customerId, sealed, inputHash, createdAtMs: now() };
      await store.insertWithdrawal(client, row, key);
      if (listed !== null && destination.kind === 'address') {
        const movement = { customerId, movement: `withdrawal/${id}`, address: destination.address };
        await compliance.addressSeen(client, movement, listed);
      }
      await compliance.othersSeen(client, { customerId, movement: `withdrawal/${id}` }, named);
      return id;
    });
  }

  /** Refuses customers who may not withdraw at all. */
  async #refuseActing(customerId: number): Promise<void> {
    const { pool, exchange, identity, security, compliance } = this.#options;
    if (exchange.isFrozen(customerId)) throw new CallFailure('customer_frozen');
    if ((await identity.level(customerId)) !== 'advanced') throw new CallFailure('verification_required');
    await compliance.refuseUnanswered(pool, customerId);
    const hold = await security.holds.current(customerId);
    if (hold !== null) {
      throw new CallFailure('withdrawal_on_hold', {
        reason: hold.reason,
        until_ms: hold.untilMs,
        until: utcMinute(hold.untilMs),
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

  async #read(id: number): Promise<ShownWithdrawal> {
    const withdrawal = await store.findWithdrawal(this.#options.pool, id);
    if (withdrawal === null) throw new Error(`withdrawal ${id} is gone`);
    if (withdrawal.state === 'failed') throw failureOf(withdrawal);
    return shownWithdrawal(withdrawal, this.#options);
  }
}

export function shownWithdrawal(
  { sealed, ...withdrawal }: store.Withdrawal,
  { vault, hold }: Pick<WithdrawalOptions, 'vault' | 'hold'>,
): ShownWithdrawal {
  const payoutsWait = STAYING.has(withdrawal.state) && hold.holders.length > 0;
  return { ...withdrawal, ...openParticulars(vault, withdrawal.id, sealed), payoutsWait };
}
