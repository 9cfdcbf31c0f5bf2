import { DAY_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import { nextId } from '../../database/rows.ts';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { Chains } from '../../chains/chains.ts';
import type { DepositAddresses } from '../../chains/deposit-addresses.ts';
import type { Network } from '../../chains/networks.ts';
import { readTransactionId } from '../../chains/payouts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { appendToFeed } from '../../feed/append.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { amountAtLeast, settingMinor } from '../market/amount.ts';
import { fromMoney, moneyDecimals, requireRate, type BankTerms } from '../bank/rate.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { Pictures } from '../pictures/service.ts';
import { reversalsOf, type Reversal } from './reversal-store.ts';
import { announcedSince } from './approvals.ts';
import { arrivalsOf, type Arrival } from './arrivals.ts';
import { claimVoucher } from './claims.ts';
import * as store from './store.ts';
import type { Deposit } from './store.ts';
import { depositMethods, requireMethod, type DepositMethod } from './methods.ts';

export interface DepositOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly pictures: Pictures;
  readonly chains: Pick<Chains, 'confirmations' | 'isWatched'> & {
    readonly addresses: Pick<DepositAddresses, 'addressFor'>;
  };
  readonly now: () => number;
}

export interface Announcement {
  /** Bank transfers credit USDT only. */
  readonly to: { readonly currencyId: number; readonly network: Network | undefined } | 'bank';
  /** The transferred amount as an exact decimal, in the currency or in the bank's money. */
  readonly amount: string;
  readonly pictureId: number | undefined;
  readonly transactionId: string | undefined;
  /** The bank rate the customer saw; refused if the rate has changed. */
  readonly seenRate: string | undefined;
}

/** The same key with the same input hash is the same deposit. */
export interface Asking {
  readonly key: string;
  readonly inputHash: string;
}

/** With the decision about taking it back as a mistake, if there is one. */
export interface ShownDeposit extends Deposit {
  readonly reversal?: Reversal | undefined;
}

export interface OfferedMethod extends DepositMethod {
  /** Watched networks: arrivals are credited without people. */
  readonly automatic: boolean;
}

/** The fields of a new deposit that depend on its method. */
type Money = Pick<
  Deposit,
  'channel' | 'currencyId' | 'network' | 'amountMinor' | 'paidMinor' | 'paidCurrency' | 'rate' | 'address'
> & {
  /** From this sum within a day, two people have to approve. */
  readonly twoPersonMinor: bigint;
};

/** Open vouchers per customer: more than anyone needs, few enough to review. */
const MOST_UNDER_REVIEW = 20;

/** Deposits as customers see them. */
export class DepositService {
  readonly #options: DepositOptions;

  constructor(options: DepositOptions) {
    this.#options = options;
  }

  /** How a currency can be deposited, including closed methods. */
  methods(currencyId: number): OfferedMethod[] {
    const { settings, chains } = this.#options;
    return depositMethods(settings.get('deposit_limits').items, currencyId).map(method => {
      const automatic = chains.isWatched(method.network, currencyId);
      const confirmations = automatic ? chains.confirmations(method.network) : method.confirmations;
      return { ...method, confirmations, automatic };
    });
  }

  /** The customer's own address on the network. Throws network_unknown, deposit_disabled. */
  async address(customerId: number, network: Network, currencyId: number): Promise<string> {
    requireMethod(this.methods(currencyId), network);
    return (await this.#options.chains.addresses.addressFor(customerId, network, currencyId)).address;
  }

  /** Throws deposit_disabled. */
  bank(): BankTerms {
    const bank = this.#options.settings.get('bank');
    if (!bank.enabled) throw new CallFailure('deposit_disabled', { field: 'currency_id' });
    return bank;
  }

  /** The same key with the same input is the same deposit. */
  async announce(customerId: number, announced: Announcement, asking: Asking): Promise<ShownDeposit> {
    const { pool, pictures, now } = this.#options;
    const before = await this.#announcedWith(pool, customerId, asking);
    if (before !== null) return before;
    const { twoPersonMinor, ...money } = await this.#moneyOf(customerId, announced);
    const { pictureId } = announced;
    if (pictureId === undefined) throw new CallFailure('picture_required', { field: 'picture_id' });
    const transactionId = readVoucherTransaction(money.network, announced.transactionId);
    return inTransaction(pool, async client => {
      await store.lockClaims(client);
      const meanwhile = await this.#announcedWith(client, customerId, asking);
      if (meanwhile !== null) return meanwhile;
      if ((await store.countUnderReview(client, customerId)) >= MOST_UNDER_REVIEW) {
        throw new CallFailure('too_many_deposits', { maximum: MOST_UNDER_REVIEW });
      }
      const whose = { customerId, currencyId: money.currencyId };
      // Many small deposits count as one large one.
      const announcedMinor = await announcedSince(client, whose, now() - DAY_MS);
      const id = await nextId(client, 'deposits');
      await pictures.use(client, { customerId, pictureId, kind: 'voucher' }, `deposit:${id}`);
      const flags = await claimVoucher(client, pictures, {
        id,
        customerId,
        pictureId,
        network: money.network,
        transactionId,
      });
      const announcedDeposit: store.NewDeposit = {
        ...money,
        id,
        customerId,
        transactionId,
        transferKey: null,
        pictureId,
        approvalsNeeded: announcedMinor + money.amountMinor >= twoPersonMinor ? 2 : 1,
        state: 'processing',
        flags,
        inputHash: asking.inputHash,
        createdAtMs: now(),
      };
      await store.insertDeposit(client, announcedDeposit, asking.key);
      const { currencyId, amountMinor } = money;
      const body = { depositId: id, currencyId, amountMinor };
      await appendToFeed(client, { kind: 'depositAnnounced', customerId, atMs: now(), body });
      const deposit = await store.findDeposit(client, id);
      if (deposit === null) throw new Error(`deposit ${id} is gone`);
      return deposit;
    });
  }

  /** Throws not_found, also for another customer's deposit. */
  async find(customerId: number, id: number): Promise<ShownDeposit> {
    const { pool } = this.#options;
    const deposit = await store.findDeposit(pool, id);
    if (deposit?.customerId !== customerId) throw new CallFailure('not_found', { field: 'deposit_id' });
    return { ...deposit, reversal: (await reversalsOf(pool, [id])).get(id) };
  }

  /** The customer's, newest first. */
  async list(
    customerId: number,
    filter: Omit<store.DepositFilter, 'customerId' | 'order'>,
  ): Promise<ShownDeposit[]> {
    const { pool } = this.#options;
    const rows = await store.listDeposits(pool, { ...filter, customerId, order: 'newest' });
    const ids = rows.map(row => row.id);
    const reversals = await reversalsOf(pool, ids);
    return rows.map(row => ({ ...row, reversal: reversals.get(row.id) }));
  }

  /** Transfers to the customer's addresses that are not deposits yet, newest first. */
  arrivals(customerId: number, currencyId: number | undefined): Promise<Arrival[]> {
    const { pool, chains, now } = this.#options;
    const confirmations = (network: Network): number => chains.confirmations(network);
    return arrivalsOf({ pool, confirmations, now }, customerId, currencyId);
  }

  async #announcedWith(
    db: store.Queries,
    customerId: number,
    { key, inputHash }: Asking,
  ): Promise<ShownDeposit | null> {
    const found = await store.findByKey(db, customerId, key);
    if (found !== null && found.inputHash !== inputHash) throw new CallFailure('idempotency_key_reused');
    return found;
  }

  async #moneyOf(customerId: number, announced: Announcement): Promise<Money> {
    const { settings, units, chains } = this.#options;
    const { to } = announced;
    if (to === 'bank') return this.#bankMoney(announced);
    const currency = units.currency(to.currencyId);
    const methods = depositMethods(settings.get('deposit_limits').items, currency.id);
    const { network, minimum, two_person_limit: limit } = requireMethod(methods, to.network);
    const amountMinor = amountAtLeast(announced.amount, minimum, currency);
    const { address } = await chains.addresses.addressFor(customerId, network, currency.id);
    const none = { paidMinor: null, paidCurrency: null, rate: null };
    return {
      channel: 'voucher',
      currencyId: currency.id,
      network,
      amountMinor,
      address,
      ...none,
      twoPersonMinor: settingMinor(limit, currency),
    };
  }

  #bankMoney({ amount, seenRate }: Announcement): Money {
    const bank = this.bank();
    requireRate(bank, seenRate);
    const credited = this.#options.units.currency(USDT);
    const decimals = moneyDecimals(bank.currency);
    const paidMinor = amountAtLeast(amount, bank.minimum, { code: bank.currency, decimals });
    const amountMinor = fromMoney(paidMinor, bank, credited.decimals);
    if (amountMinor === 0n) throw new CallFailure('invalid_amount', { field: 'amount', decimals });
    return {
      channel: 'bank',
      currencyId: credited.id,
      network: null,
      amountMinor,
      paidMinor,
      paidCurrency: bank.currency,
      rate: bank.rate,
      address: null,
      twoPersonMinor: settingMinor(bank.deposit_two_person_limit, credited),
    };
  }
}

/** Throws transaction_id_invalid. Bank transfers have none here: an operator enters the statement's reference. */
function readVoucherTransaction(network: Network | null, written: string | undefined): string | null {
  if (network === null || written === undefined || written.trim() === '') return null;
  const id = readTransactionId(network, written);
  if (id === null) throw new CallFailure('transaction_id_invalid', { field: 'transaction_id' });
  return id;
}
