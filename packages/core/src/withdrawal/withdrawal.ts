import type { CommandOf } from '../command.ts';
import type { PostingReason } from '../event.ts';
import type { EventLog } from '../event-log.ts';
import { CHANNELS, PLATFORM_OWNER } from '../ledger/account.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import type { Markets } from '../market/market.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { CommandOwner } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { Shared } from '../shared.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Customers } from '../customer/customer.ts';
import { checkAvailable } from '../ledger/check-available.ts';
import { IdSet } from '../id-set.ts';
import type { WithdrawalCommand } from './command.ts';
import type { Withdrawal, WithdrawalState } from './event.ts';

/**
 * Withdrawals in progress. The money is frozen in the spot account from the request until the withdrawal is released or
 * settled, which happens once: only open withdrawals are kept, and an id is never reused.
 */
export class Withdrawals implements CommandOwner<WithdrawalCommand> {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #limits: Limits;
  readonly #open = new Map<number, Withdrawal>();
  readonly #used = new IdSet();

  constructor({ log, ledger, markets, customers, limits }: Shared) {
    this.#log = log;
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.#limits = limits;
  }

  /** By id. */
  open(): Withdrawal[] {
    return [...this.#open.values()].toSorted((a, b) => a.withdrawalId - b.withdrawalId);
  }

  apply(command: WithdrawalCommand): Refusal | null {
    switch (command.type) {
      case 'requestWithdrawal':
        return this.#request(command);
      case 'releaseWithdrawal':
        return this.#release(command);
      case 'settleWithdrawal':
        return this.#settle(command);
    }
  }

  #request(command: CommandOf<'requestWithdrawal'>): Refusal | null {
    const { customerId, withdrawalId, currencyId, amountMinor, feeMinor, via } = command;
    const refusal = this.#customers.refuseActing(customerId);
    if (refusal !== null) return refusal;
    if (!isIntegerWithin(withdrawalId, 1, Number.MAX_SAFE_INTEGER)) {
      return refuse('unknown_withdrawal', 'withdrawal_id');
    }
    if (this.#used.has(withdrawalId)) return refuse('withdrawal_exists', 'withdrawal_id');
    const currency = this.#markets.currency(currencyId);
    if (currency === undefined) return refuse('unknown_currency', 'currency_id');
    if (!CHANNELS.includes(via)) return refuse('invalid_order', 'via');
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    if (typeof feeMinor !== 'bigint' || feeMinor < 0n || feeMinor >= amountMinor) {
      return refuse('invalid_amount', 'fee');
    }
    const account = this.#ledger.spot(customerId, currencyId);
    const lacking = checkAvailable(this.#ledger, account, amountMinor, currency);
    if (lacking !== null) return lacking;
    const withdrawal: Withdrawal = {
      withdrawalId,
      customerId,
      currencyId,
      amountMinor,
      feeMinor,
      via,
      state: 'pending',
    };
    this.#used.add(withdrawalId);
    this.#open.set(withdrawalId, withdrawal);
    this.#begin('withdrawalFreeze', withdrawalId);
    this.#ledger.availableBig(account, -amountMinor);
    this.#ledger.frozenBig(account, amountMinor);
    this.#ledger.close();
    this.#log.push({ type: 'withdrawalChanged', ...withdrawal });
    return null;
  }

  #release(command: CommandOf<'releaseWithdrawal'>): Refusal | null {
    const withdrawal = this.#open.get(command.withdrawalId);
    if (withdrawal === undefined) return refuse('unknown_withdrawal', 'withdrawal_id');
    const { customerId, currencyId, amountMinor } = withdrawal;
    const account = this.#ledger.spot(customerId, currencyId);
    this.#begin('withdrawalRelease', withdrawal.withdrawalId);
    this.#ledger.frozenBig(account, -amountMinor);
    this.#ledger.availableBig(account, amountMinor);
    this.#end(withdrawal, 'released');
    return null;
  }

  #settle(command: CommandOf<'settleWithdrawal'>): Refusal | null {
    const withdrawal = this.#open.get(command.withdrawalId);
    if (withdrawal === undefined) return refuse('unknown_withdrawal', 'withdrawal_id');
    const { customerId, currencyId, amountMinor, feeMinor, via } = withdrawal;
    const platform = { ownerId: PLATFORM_OWNER, currencyId };
    this.#begin('withdrawal', withdrawal.withdrawalId);
    this.#ledger.frozenBig(this.#ledger.spot(customerId, currencyId), -amountMinor);
    this.#ledger.availableBig(this.#ledger.account({ ...platform, account: via }), amountMinor - feeMinor);
    this.#ledger.availableBig(this.#ledger.account({ ...platform, account: 'fees' }), feeMinor);
    this.#limits.results.left(customerId, currencyId, amountMinor);
    this.#end(withdrawal, 'settled');
    return null;
  }

  /** Adds what each open withdrawal has frozen to its account in `frozen`. */
  addFrozen(frozen: Map<AccountIndex, bigint>): void {
    for (const { customerId, currencyId, amountMinor } of this.#open.values()) {
      const account = this.#ledger.spot(customerId, currencyId);
      frozen.set(account, (frozen.get(account) ?? 0n) + amountMinor);
    }
  }

  write(writer: SnapshotWriter): void {
    this.#used.write(writer);
    writer.int(this.#open.size);
    for (const withdrawal of this.open()) {
      writer.int(withdrawal.withdrawalId);
      writer.int(withdrawal.customerId);
      writer.int(withdrawal.currencyId);
      writer.int64(withdrawal.amountMinor);
      writer.int64(withdrawal.feeMinor);
      writer.word(CHANNELS, withdrawal.via);
    }
  }

  read(reader: SnapshotReader): void {
    this.#used.read(reader);
    for (let left = reader.int(); left > 0; left--) {
      const withdrawal: Withdrawal = {
        withdrawalId: reader.int(),
        customerId: reader.int(),
        currencyId: reader.int(),
        amountMinor: reader.int64(),
        feeMinor: reader.int64(),
        via: reader.word(CHANNELS),
        state: 'pending',
      };
      const { withdrawalId, customerId, currencyId, amountMinor, feeMinor } = withdrawal;
      const possible =
        this.#used.has(withdrawalId) &&
        !this.#open.has(withdrawalId) &&
        this.#customers.has(customerId) &&
        this.#markets.currency(currencyId) !== undefined &&
        feeMinor >= 0n &&
        feeMinor < amountMinor;
      if (!possible) throw new SnapshotUnreadable(`withdrawal ${withdrawalId}`);
      this.#open.set(withdrawalId, withdrawal);
    }
  }

  #begin(reason: PostingReason, withdrawalId: number): void {
    this.#ledger.open(reason, `withdrawal:${withdrawalId}`);
  }

  #end(withdrawal: Withdrawal, state: Exclude<WithdrawalState, 'pending'>): void {
    this.#ledger.close();
    this.#open.delete(withdrawal.withdrawalId);
    this.#log.push({ type: 'withdrawalChanged', ...withdrawal, state });
  }
}
