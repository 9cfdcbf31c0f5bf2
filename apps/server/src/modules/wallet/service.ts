import {
  CUSTOMER_ACCOUNTS,
  type Currency,
  type CustomerAccount,
  type ReadonlyExchange,
} from '@tallystick/core';
import type pg from 'pg';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import type { CommandBus } from '../../engine/command-bus.ts';
import type { HistoryPool } from '../../engine/replicas/history-pool.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { worth, type PriceOf, type Rate, type Valuation } from '../market/valuation.ts';
import { submitCommand } from '../../http/submit.ts';
import { emptyHolding, heldMinor, readHoldings, type Holding } from './holdings.ts';
import { escrowsOf, type EntryDetails, type Hold, type WalletSource } from './source.ts';
import {
  listHoldings,
  listLedger,
  listTransfers,
  type BookedBalance,
  type LedgerFilter,
  type LedgerRow,
  type TransferFilter,
  type TransferRow,
} from './store.ts';

export interface WalletOptions {
  readonly pool: pg.Pool;
  readonly history: HistoryPool;
  readonly bus: CommandBus;
  readonly exchange: ReadonlyExchange;
  readonly units: MarketUnitsTable;
  readonly valuation: Valuation;
  /** Of all products; their holdings are listed in this order. */
  readonly sources: readonly WalletSource[];
}

/** Worth in USDT and BTC at last prices, truncated; null without a connecting price. */
export interface Worth {
  readonly usdtMinor: bigint | null;
  readonly btcMinor: bigint | null;
}

export interface Balance extends Worth {
  readonly holding: Holding;
}

export interface Wallet extends Worth {
  /** Today's holdings in USDT at the prices of 24 hours ago; null while unknown. */
  readonly dayAgoUsdtMinor: bigint | null;
  /** Open positions' profit and loss in USDT at the mark price: not booked yet and part of no total. */
  readonly unrealisedMinor: bigint | null;
  readonly accounts: readonly (Worth & {
    readonly account: CustomerAccount;
    readonly balances: readonly Balance[];
  })[];
}

export interface ShownEntry extends LedgerRow {
  readonly details: EntryDetails;
}

type Transfer = Omit<TransferRow, 'postingId' | 'atMs'>;

/** Customers' balances, what holds them, and their history. Reads show committed data. */
export class WalletService {
  readonly #options: WalletOptions;

  constructor(options: WalletOptions) {
    this.#options = options;
  }

  /** All accounts, or one; each lists every currency. */
  async wallet(customerId: number, only: CustomerAccount | undefined): Promise<Wallet> {
    const { exchange } = this.#options;
    const held = await this.#held(customerId);
    const rates = this.#rates();
    const chosen = CUSTOMER_ACCOUNTS.filter(account => only === undefined || account === only);
    const accounts = chosen.map(account => {
      const own = exchange.currencies().map(currency => holdingOf(held, account, currency.id));
      const balances = own.map(holding => ({ holding, ...worthOf([holding], rates) }));
      return { account, ...worthOf(own, rates), balances };
    });
    const all = accounts.flatMap(({ balances }) => balances.map(({ holding }) => holding));
    return {
      ...worthOf(all, rates),
      dayAgoUsdtMinor: totalOf(all, USDT, rates, 'open'),
      unrealisedMinor: this.#unrealised(customerId, rates),
      accounts,
    };
  }

  /** One balance and everything that holds part of it. Throws unknown_currency. */
  async detail(
    customerId: number,
    account: CustomerAccount,
    currencyId: number,
  ): Promise<{ readonly balance: Balance; readonly holds: readonly Hold[] }> {
    const { units, sources } = this.#options;
    const currency = units.currency(currencyId);
    const holding = holdingOf(await this.#held(customerId), account, currencyId);
    const holds: Hold[] = [];
    for (const source of sources) {
      holds.push(...((await source.holds?.({ customerId, account, currency, holding })) ?? []));
    }
    return { balance: { holding, ...worthOf([holding], this.#rates()) }, holds };
  }

  /** Changes of balances, newest first. */
  async ledger(customerId: number, filter: LedgerFilter): Promise<ShownEntry[]> {
    const { history, sources } = this.#options;
    const rows = await history.read(db => listLedger(db, customerId, filter));
    const references = rows.map(row => row.reference);
    const details = new Map<string, EntryDetails>();
    for (const source of sources) {
      for (const entry of (await source.entries?.(customerId, references)) ?? []) details.set(...entry);
    }
    return rows.map(row => ({ ...row, details: details.get(row.reference) ?? {} }));
  }

  /** Between the customer's own accounts: both legs are one posting. Returns both balances after it. */
  async transfer(
    customerId: number,
    transfer: Transfer,
    key: string,
  ): Promise<{ readonly transfer: TransferRow; readonly balances: readonly Balance[] }> {
    const { units } = this.#options;
    const currency = units.currency(transfer.currencyId);
    const { events, atMs } = await this.#submitTransfer(customerId, transfer, key, currency);
    const posted = events.find(event => event.type === 'posted');
    if (posted === undefined) throw new Error('an accepted transfer left no posting');
    const held = await this.#held(customerId);
    const rates = this.#rates();
    return {
      transfer: { ...transfer, postingId: posted.postingId, atMs },
      balances: [transfer.from, transfer.to].map(account => {
        const holding = holdingOf(held, account, currency.id);
        return { holding, ...worthOf([holding], rates) };
      }),
    };
  }

  transfers(customerId: number, filter: TransferFilter): Promise<TransferRow[]> {
    return this.#options.history.read(db => listTransfers(db, customerId, filter));
  }

  /** Booked balances, without escrow. */
  booked(customerId: number): Promise<BookedBalance[]> {
    return listHoldings(this.#options.pool, customerId);
  }

  async #submitTransfer(customerId: number, transfer: Transfer, key: string, currency: Currency) {
    try {
      return await submitCommand(
        this.#options.bus,
        { type: 'transfer', customerId, ...transfer },
        {
          idempotency: { scope: `customer:${customerId}:wallet`, key, inputHash: hashInput({ ...transfer }) },
        },
      );
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      throw new CallFailure(error.code, {
        currency: currency.code,
        decimals: currency.decimals,
        ...error.data,
      });
    }
  }

  /** Each currency's worth in USDT and BTC, computed once per call. */
  #rates(): Rates {
    const cache = new Map<string, Rate | null>();
    return (fromId, toId, priceOf = 'last') => {
      const key = `${fromId}:${toId}:${priceOf}`;
      let rate = cache.get(key);
      if (rate === undefined) cache.set(key, (rate = this.#options.valuation.rate(fromId, toId, priceOf)));
      return rate;
    };
  }

  #held(customerId: number): Promise<Holding[]> {
    const { pool, sources } = this.#options;
    return readHoldings(pool, escrowsOf(sources), customerId);
  }

  #unrealised(customerId: number, rates: Rates): bigint | null {
    let total = 0n;
    for (const source of this.#options.sources) {
      for (const { currencyId, minor } of source.unrealised?.(customerId) ?? []) {
        const rate = rates(currencyId, USDT);
        if (minor === null || rate === null) return null;
        total += worth(minor, rate);
      }
    }
    return total;
  }
}

type Rates = (fromId: number, toId: number, priceOf?: PriceOf) => Rate | null;

function worthOf(holdings: readonly Holding[], rates: Rates): Worth {
  return {
    usdtMinor: totalOf(holdings, USDT, rates, 'last'),
    btcMinor: totalOf(holdings, BTC, rates, 'last'),
  };
}

/** Total worth of holdings, truncated; null if a non-empty one has no price. */
function totalOf(
  holdings: readonly Holding[],
  currencyId: number,
  rates: Rates,
  priceOf: PriceOf,
): bigint | null {
  let total = 0n;
  for (const holding of holdings) {
    const minor = heldMinor(holding);
    if (minor === 0n && holdings.length > 1) continue;
    const rate = rates(holding.currencyId, currencyId, priceOf);
    if (rate === null) return null;
    total += worth(minor, rate);
  }
  return total;
}

function holdingOf(held: readonly Holding[], account: CustomerAccount, currencyId: number): Holding {
  return (
    held.find(holding => holding.account === account && holding.currencyId === currencyId) ??
    emptyHolding(account, currencyId)
  );
}
