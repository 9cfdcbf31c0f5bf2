import { DAY_MS } from '@tallystick/core/durations';
import type { CallOutput, CallRequest, WireDeposit } from '@tallystick/protocol';
import { BANK } from '@tallystick/protocol/calls/deposit';
import type pg from 'pg';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { Chains } from '../../chains/chains.ts';
import type { DepositAddresses } from '../../chains/deposit-addresses.ts';
import { explorerUrl, NETWORKS, type Network } from '../../chains/networks.ts';
import { readTransactionId } from '../../chains/payouts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { appendToFeed } from '../../feed/append.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { amountAtLeast, settingMinor } from '../market/amount.ts';
import { fromMoney, moneyDecimals, requireRate } from '../bank/rate.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import type { Pictures } from '../pictures/service.ts';
import { reversalsOf } from './reversal-store.ts';
import { announcedSince } from './approvals.ts';
import { arrivalsOf } from './arrivals.ts';
import { claimVoucher } from './claims.ts';
import * as store from './store.ts';
import type { Deposit } from './store.ts';
import { depositWays, requireWay } from './ways.ts';
import { statesBehind, wireDeposit } from './wire.ts';

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

type Announcement = CallRequest<'POST wallet/charge_req'>;
/** What of a new deposit depends on the way it comes. */
type Money = Pick<
  Deposit,
  'channel' | 'currencyId' | 'network' | 'amountMinor' | 'paidMinor' | 'paidCurrency' | 'rate' | 'address'
> & {
  /** From here on, with what else was announced within a day, two people have to approve. */
  readonly twoPersonMinor: bigint;
};

/** Vouchers of one customer that may wait at once: more than anyone needs, few enough to be looked at. */
const MOST_UNDER_REVIEW = 20;

/** Deposits as customers see them. */
export class DepositService {
  readonly #options: DepositOptions;

  constructor(options: DepositOptions) {
    this.#options = options;
  }

  /** `wallet/get_in_address`. Throws unknown_currency, network_unknown, deposit_disabled. */
  async info(
    customerId: number,
    { currency_id: currencyId, network }: CallRequest<'POST wallet/get_in_address'>,
  ): Promise<CallOutput<'POST wallet/get_in_address'>> {
    const { settings, units, chains } = this.#options;
    if (currencyId === BANK) {
      if (network !== undefined) throw new CallFailure('network_unknown', { field: 'network' });
      return { networks: [], address: null, bank: this.#bankDetails(customerId) };
    }
    const { id } = units.currency(currencyId);
    const ways = depositWays(settings.get('deposit_limits').items, id);
    const way = network === undefined ? ways.find(one => one.enabled) : requireWay(ways, network);
    return {
      networks: ways.map(one => ({
        network: one.network,
        name: NETWORKS[one.network].name,
        minimum: one.minimum,
        confirmations: chains.isWatched(one.network) ? chains.confirmations(one.network) : one.confirmations,
        enabled: one.enabled,
        automatic: chains.isWatched(one.network),
      })),
      address: way === undefined ? null : await this.#address(customerId, way.network, id),
      bank: null,
    };
  }

  /** `wallet/charge_req`. The same key with the same input is the same deposit. */
  async announce(customerId: number, input: Announcement, key: string): Promise<WireDeposit> {
    const { pool, units, pictures, now } = this.#options;
    const inputHash = hashInput({ ...input });
    const before = await this.#announcedWith(pool, customerId, key, inputHash);
    if (before !== null) return before;
    const { twoPersonMinor, ...money } = await this.#moneyOf(customerId, input);
    const pictureId = input.picture_id;
    if (pictureId === undefined) throw new CallFailure('picture_required', { field: 'picture_id' });
    const transactionId = readVoucherTransaction(money.network, input.transaction_id);
    return inTransaction(pool, async client => {
      await store.lockClaims(client);
      const meanwhile = await this.#announcedWith(client, customerId, key, inputHash);
      if (meanwhile !== null) return meanwhile;
      if ((await store.countUnderReview(client, customerId)) >= MOST_UNDER_REVIEW) {
        throw new CallFailure('too_many_deposits', { maximum: MOST_UNDER_REVIEW });
      }
      const whose = { customerId, currencyId: money.currencyId };
      // Many small ones are one large one.
      const announcedMinor = await announcedSince(client, whose, now() - DAY_MS);
      const id = await store.nextDepositId(client);
      await pictures.use(client, { customerId, pictureId, kind: 'voucher' }, `deposit:${id}`);
      const flags = await claimVoucher(client, pictures, {
        id,
        customerId,
        pictureId,
        network: money.network,
        transactionId,
      });
      await store.insertDeposit(client, {
        ...money,
        id,
        customerId,
        transactionId,
        transferKey: null,
        pictureId,
        approvalsNeeded: announcedMinor + money.amountMinor >= twoPersonMinor ? 2 : 1,
        state: 'processing',
        flags,
        idempotency: { key, inputHash },
        createdAtMs: now(),
      });
      const { currencyId, amountMinor } = money;
      const body = { depositId: id, currencyId, amountMinor };
      await appendToFeed(client, { kind: 'depositAnnounced', customerId, atMs: now(), body });
      const deposit = await store.findDeposit(client, id);
      if (deposit === null) throw new Error(`deposit ${id} is gone`);
      return wireDeposit(deposit, units);
    });
  }

  /** Throws not_found, also for those of others. */
  async find(customerId: number, id: number): Promise<WireDeposit> {
    const { pool, units, now } = this.#options;
    const deposit = await store.findDeposit(pool, id);
    if (deposit?.customerId !== customerId) throw new CallFailure('not_found', { field: 'deposit_id' });
    const reversal = (await reversalsOf(pool, [id])).get(id);
    return wireDeposit(deposit, units, reversal, now());
  }

  /** `charge_mention/log2`. */
  async list(
    customerId: number,
    input: CallRequest<'GET charge_mention/log2'>,
  ): Promise<CallOutput<'GET charge_mention/log2'>> {
    const { pool, units, chains, now } = this.#options;
    const atBank = input.currency_id === BANK;
    const currencyId =
      atBank || input.currency_id === undefined ? undefined : units.currency(input.currency_id).id;
    const rows = await store.listDeposits(pool, {
      id: input.deposit_id,
      customerId,
      currencyId,
      channel: input.channel ?? (atBank ? 'bank' : undefined),
      states: input.state === undefined ? undefined : statesBehind(input.state),
      order: 'newest',
      after: readCursor(input.cursor, 1)?.[0] ?? null,
      limit: input.limit + 1,
    });
    const reversals = await reversalsOf(
      pool,
      rows.map(row => row.id),
    );
    const page = pageOf(
      rows,
      input.limit,
      row => String(row.id),
      row => wireDeposit(row, units, reversals.get(row.id), now()),
    );
    const isNarrowed =
      input.cursor !== undefined || input.deposit_id !== undefined || input.state !== undefined || atBank;
    const showsArrivals = !isNarrowed && (input.channel === undefined || input.channel === 'chain');
    const confirmations = (network: Network): number => chains.confirmations(network);
    const arriving = showsArrivals
      ? await arrivalsOf({ pool, units, confirmations, now }, customerId, currencyId)
      : [];
    return { ...page, arriving };
  }

  async #announcedWith(
    db: store.Queries,
    customerId: number,
    key: string,
    inputHash: string,
  ): Promise<WireDeposit | null> {
    const found = await store.findByKey(db, customerId, key);
    if (found === null) return null;
    if (found.inputHash !== inputHash) throw new CallFailure('idempotency_key_reused');
    return wireDeposit(found.deposit, this.#options.units);
  }

  async #moneyOf(customerId: number, input: Announcement): Promise<Money> {
    const { settings, units, chains } = this.#options;
    if (input.currency_id === BANK) return this.#bankMoney(input);
    const currency = units.currency(input.currency_id);
    const ways = depositWays(settings.get('deposit_limits').items, currency.id);
    const { network, minimum, two_person_limit: limit } = requireWay(ways, input.network);
    const amountMinor = amountAtLeast(input.amount, minimum, currency);
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

  #bankMoney(input: Announcement): Money {
    const { settings, units } = this.#options;
    if (input.network !== undefined) throw new CallFailure('network_unknown', { field: 'network' });
    const bank = settings.get('bank');
    if (!bank.enabled) throw new CallFailure('deposit_disabled', { field: 'currency_id' });
    requireRate(bank, input.rate);
    const credited = units.currency(USDT);
    const decimals = moneyDecimals(bank.currency);
    const paidMinor = amountAtLeast(input.amount, bank.minimum, { code: bank.currency, decimals });
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

  #bankDetails(customerId: number): CallOutput<'POST wallet/get_in_address'>['bank'] {
    const bank = this.#options.settings.get('bank');
    if (!bank.enabled) throw new CallFailure('deposit_disabled', { field: 'currency_id' });
    return {
      holder: bank.holder,
      bank_name: bank.bank_name,
      account_number: bank.account_number,
      swift: bank.swift,
      note: bank.note,
      reference: `TALLY-${customerId}`,
      currency: bank.currency,
      rate: bank.rate,
      minimum: bank.minimum,
    };
  }

  async #address(customerId: number, network: Network, currencyId: number) {
    const { address } = await this.#options.chains.addresses.addressFor(customerId, network, currencyId);
    // The bare address: wallets read it everywhere, and none of them can take a wrong amount out of it.
    return { network, address, qr_text: address, explorer_url: explorerUrl(network, 'address', address) };
  }
}

/** Throws transaction_id_invalid. At the bank there is none: an operator writes down what the statement says. */
function readVoucherTransaction(network: Network | null, written: string | undefined): string | null {
  if (network === null || written === undefined || written.trim() === '') return null;
  const id = readTransactionId(network, written);
  if (id === null) throw new CallFailure('transaction_id_invalid', { field: 'transaction_id' });
  return id;
}
