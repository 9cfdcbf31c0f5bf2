import {
  CUSTOMER_ACCOUNTS,
  type Currency,
  type CustomerAccount,
  type ReadonlyExchange,
} from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { unrealised } from '@tallystick/core/perpetual/formulas';
import type {
  CallOutput,
  CallRequest,
  WireBalance,
  WireLedgerEntry,
  WireTransfer,
} from '@tallystick/protocol';
import type pg from 'pg';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import { fromWire, toWire } from '../../http/words.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { wireCurrency } from '../market/currencies.ts';
import { amountMinor, type MarketUnitsTable } from '../market/units.ts';
import { worth, type PriceOf, type Rate, type Valuation } from '../market/valuation.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { submitCommand } from '../../http/submit.ts';
import { heldMinor, readHoldings, type Holding } from './holdings.ts';
import type { EntryDetails, Hold, WalletSource } from './source.ts';
import { listHoldings, listLedger, listTransfers, type LedgerRow, type TransferRow } from './store.ts';

export interface WalletOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: ReadonlyExchange;
  readonly units: MarketUnitsTable;
  readonly valuation: Valuation;
  /** Of all products; what they hold is listed in this order. */
  readonly sources: readonly WalletSource[];
}

/** What customers hold, what holds it, and how it came to be. Reads are of what is committed. */
export class WalletService {
  readonly #options: WalletOptions;

  constructor(options: WalletOptions) {
    this.#options = options;
  }

  async list(customerId: number, only: CustomerAccount | undefined): Promise<CallOutput<'POST wallet/list'>> {
    const { pool, exchange } = this.#options;
    const held = await readHoldings(pool, exchange, customerId);
    const rates = this.#rates();
    const chosen = CUSTOMER_ACCOUNTS.filter(account => only === undefined || account === only);
    const holdings = chosen.flatMap(account =>
      exchange.currencies().map(currency => holdingOf(held, account, currency.id)),
    );
    return {
      total_usdt: this.#total(holdings, USDT, rates) ?? '0',
      total_btc: this.#total(holdings, BTC, rates),
      change_24h_usdt: this.#change(holdings, rates),
      unrealised_usdt: this.#unrealised(customerId, rates),
      accounts: chosen.map(account => {
        const own = holdings.filter(holding => holding.account === account);
        return {
          account,
          total_usdt: this.#total(own, USDT, rates) ?? '0',
          total_btc: this.#total(own, BTC, rates),
          balances: own.map(holding => this.#balance(holding, rates)),
        };
      }),
    };
  }

  async detail(
    customerId: number,
    account: CustomerAccount,
    currencyId: number,
  ): Promise<CallOutput<'POST wallet/detail'>> {
    const { pool, units, exchange, sources } = this.#options;
    const currency = units.currency(currencyId);
    const held = await readHoldings(pool, exchange, customerId);
    const holding = holdingOf(held, account, currencyId);
    const holds: Hold[] = [];
    for (const source of sources) {
      holds.push(...((await source.holds?.({ customerId, account, currency, holding })) ?? []));
    }
    return { balance: this.#balance(holding, this.#rates()), holds };
  }

  async ledger(
    customerId: number,
    input: CallRequest<'POST wallet/legal_log'>,
  ): Promise<CallOutput<'POST wallet/legal_log'>> {
    const { pool, units, sources } = this.#options;
    if (input.currency_id !== undefined) units.currency(input.currency_id);
    const rows = await listLedger(pool, customerId, {
      account: input.account,
      currencyId: input.currency_id,
      reason: fromWire(input.reason),
      fromMs: input.from_ms,
      toMs: input.to_ms,
      before: ledgerPosition(input.cursor),
      limit: input.limit + 1,
    });
    const references = rows.map(row => row.reference);
    const details = new Map<string, EntryDetails>();
    for (const source of sources) {
      for (const entry of (await source.entries?.(customerId, references)) ?? []) details.set(...entry);
    }
    return pageOf(rows, input.limit, entryIdOf, row => this.#entry(row, details.get(row.reference)));
  }

  /** Between the customer's own accounts: both legs are one posting. */
  async transfer(
    customerId: number,
    input: CallRequest<'POST wallet/change'>,
    key: string,
  ): Promise<CallOutput<'POST wallet/change'>> {
    const { bus, exchange, units, pool } = this.#options;
    const currency = units.currency(input.currency_id);
    const transfer = {
      currencyId: currency.id,
      from: input.from,
      to: input.to,
      amountMinor: amountMinor(input.amount, currency, 'amount'),
    };
    const { events, atMs } = await this.#submitTransfer(bus, customerId, transfer, key, currency);
    const posted = events.find(event => event.type === 'posted');
    if (posted === undefined) throw new Error('an accepted transfer left no posting');
    const held = await readHoldings(pool, exchange, customerId);
    const rates = this.#rates();
    return {
      transfer: wireTransfer({ ...transfer, postingId: posted.postingId, atMs }, currency),
      balances: [input.from, input.to].map(account =>
        this.#balance(holdingOf(held, account, currency.id), rates),
      ),
    };
  }

  async transfers(
    customerId: number,
    input: CallRequest<'GET wallet/hzhistory'>,
  ): Promise<CallOutput<'GET wallet/hzhistory'>> {
    const { pool, units } = this.#options;
    if (input.currency_id !== undefined) units.currency(input.currency_id);
    const rows = await listTransfers(pool, customerId, {
      currencyId: input.currency_id,
      beforeId: readCursor(input.cursor, 1)?.[0] ?? null,
      limit: input.limit + 1,
    });
    return pageOf(
      rows,
      input.limit,
      row => String(row.postingId),
      row => wireTransfer(row, units.currency(row.currencyId)),
    );
  }

  /** Every currency with what is in the customer's spot account; null: for a visitor. */
  async currencies(customerId: number | null): Promise<CallOutput<'GET currency/user_currency_list'>> {
    const { pool, exchange } = this.#options;
    const held = customerId === null ? null : await listHoldings(pool, customerId);
    return {
      items: exchange.currencies().map(currency => {
        const own = held?.find(({ account, currencyId }) => account === 'spot' && currencyId === currency.id);
        const shown = (minor: bigint | undefined): string | null => {
          if (held === null) return null;
          return minor === undefined ? '0' : formatMinor(minor, currency.decimals);
        };
        const amounts = { available: shown(own?.availableMinor), frozen: shown(own?.frozenMinor) };
        return { currency: wireCurrency(currency), ...amounts };
      }),
    };
  }

  async #submitTransfer(
    bus: CommandBus,
    customerId: number,
    transfer: Omit<TransferRow, 'postingId' | 'atMs'>,
    key: string,
    currency: Currency,
  ) {
    try {
      return await submitCommand(
        bus,
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

  /** Each currency's worth in USDT and BTC now, worked out once per call. */
  #rates(): Rates {
    const cache = new Map<string, Rate | null>();
    return (fromId, toId, priceOf = 'last') => {
      const key = `${fromId}:${toId}:${priceOf}`;
      let rate = cache.get(key);
      if (rate === undefined) cache.set(key, (rate = this.#options.valuation.rate(fromId, toId, priceOf)));
      return rate;
    };
  }

  #balance(holding: Holding, rates: Rates): WireBalance {
    const currency = this.#options.units.currency(holding.currencyId);
    return {
      account: holding.account,
      currency: wireCurrency(currency),
      total: formatMinor(heldMinor(holding), currency.decimals),
      available: formatMinor(holding.availableMinor, currency.decimals),
      frozen: formatMinor(holding.frozenMinor, currency.decimals),
      escrow: formatMinor(holding.escrowMinor, currency.decimals),
      value_usdt: this.#total([holding], USDT, rates),
      value_btc: this.#total([holding], BTC, rates),
    };
  }

  /** What holdings are worth together, truncated; null if one that is not empty has no price. */
  #total(holdings: readonly Holding[], currencyId: number, rates: Rates): string | null {
    const minor = this.#totalMinor(holdings, currencyId, rates, 'last');
    return minor === null ? null : formatMinor(minor, this.#options.units.currency(currencyId).decimals);
  }

  #totalMinor(
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

  /** Profit and loss of open positions at the mark price: not in the books yet, and in no total. */
  #unrealised(customerId: number, rates: Rates): string | null {
    const { exchange, units } = this.#options;
    let total = 0n;
    for (const { marketId, ...position } of exchange.perpetual.positionsOf(customerId)) {
      const lots = position.openedLots - position.closedLots;
      const contract = exchange.perpetual.contract(marketId);
      if (contract === null || lots === 0) continue;
      const mark = exchange.perpetual.mark(marketId);
      const rate = rates(contract.quoteCurrencyId, USDT);
      if (mark === null || rate === null) return null;
      total += worth(unrealised(contract, { ...position, lots }, mark.markE8), rate);
    }
    return formatMinor(total, units.currency(USDT).decimals);
  }

  /** The same holdings at the prices of 24 hours ago. */
  #change(holdings: readonly Holding[], rates: Rates): string | null {
    const then = this.#totalMinor(holdings, USDT, rates, 'open');
    return then === null ? null : formatMinor(then, this.#options.units.currency(USDT).decimals);
  }

  #entry(row: LedgerRow, details: EntryDetails = {}): WireLedgerEntry {
    const currency = this.#options.units.currency(row.currencyId);
    return {
      entry_id: entryIdOf(row),
      account: row.account,
      currency: currency.code,
      amount: formatMinor(row.amountMinor, currency.decimals),
      balance_after: formatMinor(row.balanceAfterMinor, currency.decimals),
      reason: wireReason(row.reason),
      reference: row.reference,
      deal: null,
      at_ms: row.atMs,
      ...details,
    };
  }
}

type Rates = (fromId: number, toId: number, priceOf?: PriceOf) => Rate | null;

function holdingOf(held: readonly Holding[], account: CustomerAccount, currencyId: number): Holding {
  return (
    held.find(holding => holding.account === account && holding.currencyId === currencyId) ?? {
      account,
      currencyId,
      availableMinor: 0n,
      frozenMinor: 0n,
      escrowMinor: 0n,
      rebateMinor: 0n,
    }
  );
}

/** Moves between available and frozen leave no entries, whatever they are for; the house's own are no customer's. */
export function wireReason(reason: LedgerRow['reason']): WireLedgerEntry['reason'] {
  switch (reason) {
    case 'orderFreeze':
    case 'orderUnfreeze':
    case 'withdrawalFreeze':
    case 'withdrawalRelease':
    case 'houseFunding':
    case 'trustPurchase':
    case 'trustCompletion':
    case 'launchFreeze':
    case 'launchUnfreeze':
    case 'launchIssue':
    case 'launchProceeds':
    case 'perpetualFreeze':
    case 'perpetualUnfreeze':
    case 'perpetualMargin':
    // What the customer lost left their account when they bought.
    case 'optionLoss':
      throw new Error(`a ledger entry for ${reason}`);
    default:
      return toWire(reason);
  }
}

function entryIdOf(row: LedgerRow): string {
  return `${row.postingId}.${CUSTOMER_ACCOUNTS.indexOf(row.account)}.${row.currencyId}`;
}

function ledgerPosition(cursor: string | undefined): [number, string, number] | null {
  const numbers = readCursor(cursor, 3);
  if (numbers === null) return null;
  const [postingId = 0, accountIndex = 0, currencyId = 0] = numbers;
  const account = CUSTOMER_ACCOUNTS[accountIndex];
  if (account === undefined || currencyId > 2 ** 31 - 1)
    throw new CallFailure('invalid_input', { field: 'cursor' });
  return [postingId, account, currencyId];
}

function wireTransfer(row: TransferRow, currency: Currency): WireTransfer {
  return {
    transfer_id: row.postingId,
    from: row.from,
    to: row.to,
    currency: currency.code,
    amount: formatMinor(row.amountMinor, currency.decimals),
    at_ms: row.atMs,
  };
}
