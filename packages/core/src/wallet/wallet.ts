import type { CommandOf } from '../command.ts';
import {
  CHANNELS,
  CUSTOMER_ACCOUNTS,
  HOUSE_FUNDS,
  type Channel,
  type CustomerAccount,
  type HouseFund,
} from '../ledger/account.ts';
import { MAX_ISSUED_MINOR, type AccountIndex, type Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import type { Markets } from '../market/market.ts';
import type { Currency } from '../money/currency.ts';
import { formatMinor } from '../money/decimal.ts';
import type { CommandOwner } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { Shared } from '../shared.ts';
import type { SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { checkAvailable } from '../ledger/check-available.ts';
import type { Customers } from '../customer/customer.ts';
import type { WalletCommand } from './command.ts';
import { Debts } from './debts.ts';
import { isReference } from './reference.ts';
import { ProfitWithdrawals } from './profit.ts';

/** 1 % of the open interest. */
const INSURANCE_FLOOR_PPM = 10_000n;

/** Deposits, their reversals, and transfers between a customer's four accounts. */
export class Wallet implements CommandOwner<WalletCommand> {
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #limits: Limits;
  readonly #debts: Debts;
  readonly #openInterestMinor: (currencyId: number) => bigint;
  readonly #requiredMinor: (customerId: number, currencyId: number) => bigint;
  readonly #profit: ProfitWithdrawals;

  /**
   * `openInterestMinor`: value at the mark of all open contracts in a currency. `requiredMinor`: what cross positions need of a
   * contract account.
   */
  constructor(
    { log, ledger, markets, customers, limits }: Shared,
    openInterestMinor: (currencyId: number) => bigint,
    requiredMinor: (customerId: number, currencyId: number) => bigint,
  ) {
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.#limits = limits;
    this.#debts = new Debts(log, ledger);
    this.#openInterestMinor = openInterestMinor;
    this.#requiredMinor = requiredMinor;
    this.#profit = new ProfitWithdrawals(ledger, markets, id => this.#floorMinor(id));
  }

  get debts(): Debts {
    return this.#debts;
  }

  apply(command: WalletCommand, atMs: number): Refusal | null {
    switch (command.type) {
      case 'credit':
        return this.#credit(command);
      case 'reverseCredit':
        return this.#reverseCredit(command);
      case 'fundHouse':
        return this.#fundHouse(command);
      case 'takeFromInsurance':
        return this.#takeFromInsurance(command);
      case 'withdrawProfit':
        return this.#profit.withdraw(command, atMs);
      case 'transfer':
        return this.#transfer(command);
    }
  }

  /** The treasury can give only what it has; accounts facing outside go negative by what came in. */
  #credit(command: CommandOf<'credit'>): Refusal | null {
    const { customerId, account, currencyId, amountMinor, from, reference } = command;
    if (!this.#customers.has(customerId)) return refuse('unknown_customer', 'customer_id');
    const currency = this.#markets.currency(currencyId);
    if (currency === undefined) return refuse('unknown_currency', 'currency_id');
    if (!isCustomerAccount(account)) return refuse('invalid_order', 'account');
    if (from !== 'faucet' && from !== 'treasury' && !isChannel(from)) return refuse('invalid_order', 'from');
    if (!isReference(reference)) return refuse('invalid_order', 'reference');
    const source = this.#ledger.platform(from, currencyId);
    const lacking = this.#refusePaying(source, from === 'treasury', amountMinor, currency);
    if (lacking !== null) return lacking;
    const repaidMinor = isChannel(from)
      ? least(amountMinor, this.#debts.owedMinor(customerId, currencyId))
      : 0n;
    const target = this.#ledger.account({ ownerId: customerId, account, currencyId });
    this.#ledger.open(from === 'faucet' ? 'faucet' : 'deposit', reference);
    this.#ledger.availableBig(source, -amountMinor);
    if (repaidMinor !== 0n) this.#ledger.availableBig(this.#debts.account(currencyId), repaidMinor);
    this.#ledger.availableBig(target, amountMinor - repaidMinor);
    this.#ledger.close();
    this.#debts.change(customerId, currencyId, -repaidMinor);
    return null;
  }

  /** Never refused for lack of money: what is no longer available becomes a debt. */
  #reverseCredit(command: CommandOf<'reverseCredit'>): Refusal | null {
    const { customerId, account, currencyId, amountMinor, to, reference } = command;
    if (!this.#customers.has(customerId)) return refuse('unknown_customer', 'customer_id');
    if (this.#markets.currency(currencyId) === undefined) return refuse('unknown_currency', 'currency_id');
    if (!isCustomerAccount(account)) return refuse('invalid_order', 'account');
    if (!isChannel(to)) return refuse('invalid_order', 'to');
    if (!isReference(reference)) return refuse('invalid_order', 'reference');
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    const source = this.#ledger.account({ ownerId: customerId, account, currencyId });
    const receivable = this.#debts.account(currencyId);
    const takenMinor = least(amountMinor, this.#ledger.availableMinor(source));
    const owedMinor = amountMinor - takenMinor;
    if (owedMinor - this.#ledger.availableMinor(receivable) > MAX_ISSUED_MINOR) {
      return refuse('amount_too_large', 'amount');
    }
    this.#ledger.open('depositReversal', reference);
    this.#ledger.availableBig(source, -takenMinor);
    this.#ledger.availableBig(receivable, -owedMinor);
    this.#ledger.availableBig(this.#ledger.platform(to, currencyId), amountMinor);
    this.#ledger.close();
    this.#debts.change(customerId, currencyId, owedMinor);
    this.#limits.results.gone(customerId, currencyId, takenMinor);
    return null;
  }

  #fundHouse(command: CommandOf<'fundHouse'>): Refusal | null {
    const { from, to, currencyId, amountMinor, reference } = command;
    const currency = this.#markets.currency(currencyId);
    if (currency === undefined) return refuse('unknown_currency', 'currency_id');
    if (from !== 'faucet' && from !== 'fees' && !isChannel(from) && !isHouseFund(from)) {
      return refuse('invalid_order', 'from');
    }
    if (!isHouseFund(to)) return refuse('invalid_order', 'to');
    if (from === to) return refuse('same_account', 'to');
    if (!isReference(reference)) return refuse('invalid_order', 'reference');
    const source = this.#ledger.platform(from, currencyId);
    const lacking = this.#refusePaying(source, from !== 'faucet' && !isChannel(from), amountMinor, currency);
    if (lacking !== null) return lacking;
    this.#ledger.open('houseFunding', reference);
    this.#ledger.availableBig(source, -amountMinor);
    this.#ledger.availableBig(this.#ledger.platform(to, currencyId), amountMinor);
    this.#ledger.close();
    return null;
  }

  /**
   * Withdraws money from the insurance fund. At least INSURANCE_FLOOR_PPM of the value of all open contracts in the
   * currency stays, so that the fund is there before it is needed.
   */
  #takeFromInsurance(command: CommandOf<'takeFromInsurance'>): Refusal | null {
    const { to, currencyId, amountMinor, reference } = command;
    const currency = this.#markets.currency(currencyId);
    if (currency === undefined) return refuse('unknown_currency', 'currency_id');
    if (!isHouseFund(to) || (to as HouseFund) === 'insurance') return refuse('invalid_order', 'to');
    const insurance = this.#ledger.platform('insurance', currencyId);
    const freeMinor = this.#ledger.availableMinor(insurance) - this.#floorMinor(currencyId);
    if (typeof amountMinor === 'bigint' && amountMinor > 0n && amountMinor > freeMinor) {
      const available = formatMinor(freeMinor > 0n ? freeMinor : 0n, currency.decimals);
      return refuse('insurance_floor', 'amount', { available, currency: currency.code });
    }
    return this.#fundHouse({ type: 'fundHouse', from: 'insurance', to, currencyId, amountMinor, reference });
  }

  /** What the insurance fund must keep. Rounded up: a truncated floor could be 0. */
  #floorMinor(currencyId: number): bigint {
    return (this.#openInterestMinor(currencyId) * INSURANCE_FLOOR_PPM + 999_999n) / 1_000_000n;
  }

  /** What of the house's own money may leave in that currency: see `ProfitWithdrawals`. May be below zero. */
  freeProfitMinor(currencyId: number): bigint {
    return this.#profit.freeMinor(currencyId);
  }

  /** Why a platform account cannot pay: its balance is too low and `limited` applies, or too much would be issued. */
  #refusePaying(
    source: AccountIndex,
    limited: boolean,
    amountMinor: bigint,
    currency: Currency,
  ): Refusal | null {
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    if (limited) return checkAvailable(this.#ledger, source, amountMinor, currency);
    const tooMuch = amountMinor - this.#ledger.availableMinor(source) > MAX_ISSUED_MINOR;
    return tooMuch ? refuse('amount_too_large', 'amount') : null;
  }

  #transfer(command: CommandOf<'transfer'>): Refusal | null {
    const { customerId, currencyId, from, to, amountMinor } = command;
    const refusal = this.#customers.refuseActing(customerId);
    if (refusal !== null) return refusal;
    const currency = this.#markets.currency(currencyId);
    if (currency === undefined) return refuse('unknown_currency', 'currency_id');
    if (!isCustomerAccount(from)) return refuse('invalid_order', 'from');
    if (!isCustomerAccount(to)) return refuse('invalid_order', 'to');
    if (from === to) return refuse('same_account', 'to');
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    const source = this.#ledger.account({ ownerId: customerId, account: from, currencyId });
    const lacking = checkAvailable(this.#ledger, source, amountMinor, currency);
    if (lacking !== null) return lacking;
    const needed = from === 'contract' ? this.#refuseNeeded(customerId, source, amountMinor, currency) : null;
    if (needed !== null) return needed;
    const target = this.#ledger.account({ ownerId: customerId, account: to, currencyId });
    this.#ledger.open('transfer', `transfer:${this.#ledger.nextPostingId}`);
    this.#ledger.availableBig(source, -amountMinor);
    this.#ledger.availableBig(target, amountMinor);
    this.#ledger.close();
    return null;
  }

  /** What carries cross positions stays in the contract account. */
  #refuseNeeded(
    customerId: number,
    account: AccountIndex,
    amountMinor: bigint,
    { id, code, decimals }: Currency,
  ): Refusal | null {
    const freeMinor = this.#ledger.availableMinor(account) - this.#requiredMinor(customerId, id);
    if (amountMinor <= freeMinor) return null;
    const available = formatMinor(freeMinor > 0n ? freeMinor : 0n, decimals);
    const needed = formatMinor(amountMinor, decimals);
    return refuse('cross_margin_needed', 'amount', { available, needed, currency: code });
  }

  checkAll(): void {
    this.#debts.checkAll(this.#markets.currencies().map(currency => currency.id));
  }

  write(writer: SnapshotWriter): void {
    this.#debts.write(writer);
  }

  read(reader: SnapshotReader): void {
    this.#debts.read(reader, this.#customers, id => this.#markets.currency(id) !== undefined);
  }
}

function isCustomerAccount(value: unknown): value is CustomerAccount {
  return CUSTOMER_ACCOUNTS.includes(value as CustomerAccount);
}

function isHouseFund(value: unknown): value is HouseFund {
  return HOUSE_FUNDS.includes(value as HouseFund);
}

function isChannel(value: unknown): value is Channel {
  return CHANNELS.includes(value as Channel);
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
