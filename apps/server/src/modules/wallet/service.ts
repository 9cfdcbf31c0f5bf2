import { CUSTOMER_ACCOUNTS, type Currency, type CustomerAccount, type Exchange } from '@tallystick/core';
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
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { goodwillTexts } from '../correction/goodwill-store.ts';
import { wireCurrency } from '../market/currencies.ts';
import { amountMinor, type MarketUnitsTable } from '../market/units.ts';
import { reviewedOrders } from '../launch/store.ts';
import { worth, type PriceOf, type Rate, type Valuation } from '../market/valuation.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { openPositions } from '../perpetual/store.ts';
import { PerpetualUnitsTable } from '../perpetual/units.ts';
import { waitingOrders } from '../spot/store.ts';
import { submitCommand } from '../../http/submit.ts';
import { hostedOrders } from '../trust/store.ts';
import { pendingSince } from '../referral/store.ts';
import { dealsOf, type DealsOptions } from './deals.ts';
import { heldMinor, lockedCoins, readHoldings, runningStakes, type Holding } from './holdings.ts';
import {
  listHoldings,
  listLedger,
  listTransfers,
  pendingWithdrawals,
  type LedgerRow,
  type TransferRow,
} from './store.ts';

type Hold = CallOutput<'POST wallet/detail'>['holds'][number];

const USDT = 3;
const BTC = 1;

export interface WalletOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: Exchange;
  readonly units: MarketUnitsTable;
  readonly valuation: Valuation;
}

/** What customers hold, what holds it, and how it came to be. Reads are of what is committed. */
export class WalletService {
  readonly #options: WalletOptions;
  readonly #deals: DealsOptions;

  constructor(options: WalletOptions) {
    this.#options = options;
    this.#deals = { ...options, perpetualUnits: new PerpetualUnitsTable(options.exchange) };
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
    const { pool, units, exchange } = this.#options;
    const currency = units.currency(currencyId);
    const held = await readHoldings(pool, exchange, customerId);
    const orders = account === 'spot' ? await waitingOrders(pool, customerId) : [];
    const holds: Hold[] = [];
    for (const order of orders) {
      const market = units.of(order.marketId);
      const frozenIn = order.side === 'buy' ? market.quote : market.base;
      if (frozenIn.id !== currencyId || order.frozenMinor === 0n) continue;
      holds.push({
        kind: 'order' as const,
        reference: `order:${order.orderId}`,
        label: market.market.symbol,
        amount: formatMinor(order.frozenMinor, currency.decimals),
        at_ms: order.placedAtMs,
      });
    }
    for (const pending of account === 'spot' ? await pendingWithdrawals(pool, customerId, currencyId) : []) {
      holds.push({
        kind: 'withdrawal' as const,
        reference: `withdrawal:${pending.withdrawalId}`,
        label: pending.network ?? '',
        amount: formatMinor(pending.amountMinor, currency.decimals),
        at_ms: pending.createdAtMs,
      });
    }
    for (const order of account === 'spot' ? await reviewedOrders(pool, customerId) : []) {
      const committed = order.committed.find(one => one.currencyId === currencyId);
      if (committed === undefined) continue;
      holds.push({
        kind: 'launch',
        reference: `launch:${order.orderId}`,
        label: exchange.launch.offer(order.offerId)?.terms.currency.code ?? '',
        amount: formatMinor(committed.amountMinor, currency.decimals),
        at_ms: order.createdAtMs,
      });
    }
    for (const position of account === 'contract' ? await openPositions(pool, customerId) : []) {
      const contract = exchange.perpetual.contract(position.marketId);
      if (contract === null || contract.quoteCurrencyId !== currencyId) continue;
      const hold = { reference: `position:${position.positionId}`, label: contract.symbol };
      const parts = [
        ['position', position.marginMinor, position.openedAtMs ?? position.placedAtMs],
        ['positionOrder', position.waitingMinor, position.placedAtMs],
      ] as const;
      for (const [kind, partMinor, atMs] of parts) {
        if (partMinor === 0n) continue;
        holds.push({ kind, ...hold, amount: formatMinor(partMinor, currency.decimals), at_ms: atMs });
      }
    }
    for (const order of account === 'trust' ? await hostedOrders(pool, customerId) : []) {
      if (order.currencyId !== currencyId) continue;
      holds.push({
        kind: 'trust',
        reference: `trust:${order.orderId}`,
        label: String(order.cycleDays),
        amount: formatMinor(order.principalMinor, currency.decimals),
        at_ms: order.boughtAtMs,
      });
    }
    holds.push(...(await this.#inEscrow(customerId, account, currency)));
    const holding = holdingOf(held, account, currencyId);
    if (holding.rebateMinor !== 0n) holds.push(await this.#rebate(customerId, holding, currency));
    return { balance: this.#balance(holding, this.#rates()), holds };
  }

  /** Rebates on their way, as one: they are paid as one, too. */
  async #rebate(customerId: number, { rebateMinor }: Holding, currency: Currency): Promise<Hold> {
    return {
      kind: 'rebate',
      reference: `rebate:${currency.id}`,
      label: currency.code,
      amount: formatMinor(rebateMinor, currency.decimals),
      at_ms: await pendingSince(this.#options.pool, customerId, currency.id),
    };
  }

  /** Which options and orders of new coins hold what is in escrow. */
  async #inEscrow(customerId: number, account: CustomerAccount, currency: Currency): Promise<Hold[]> {
    const { pool, units } = this.#options;
    if (account !== 'option' && account !== 'spot') return [];
    const held =
      account === 'option'
        ? await runningStakes(pool, customerId, currency.id)
        : await lockedCoins(pool, this.#options.exchange, customerId, currency.id);
    return held.map(({ reference, marketId, code, amountMinor, atMs }) => ({
      kind: account === 'option' ? 'option' : 'locked',
      reference,
      label: marketId === null ? code : units.of(marketId).market.symbol,
      amount: formatMinor(amountMinor, currency.decimals),
      at_ms: atMs,
    }));
  }

  async ledger(
    customerId: number,
    input: CallRequest<'POST wallet/legal_log'>,
  ): Promise<CallOutput<'POST wallet/legal_log'>> {
    const { pool, units } = this.#options;
    if (input.currency_id !== undefined) units.currency(input.currency_id);
    const rows = await listLedger(pool, customerId, {
      account: input.account,
      currencyId: input.currency_id,
      reason: input.reason,
      fromMs: input.from_ms,
      toMs: input.to_ms,
      before: ledgerPosition(input.cursor),
      limit: input.limit + 1,
    });
    const deals = await dealsOf(this.#deals, customerId, rows);
    const paidFor = await goodwillTexts(
      pool,
      rows.flatMap(row => (row.reason === 'goodwill' ? [goodwillIdOf(row.reference)] : [])),
    );
    return pageOf(rows, input.limit, entryIdOf, row => {
      const goodwill = row.reason === 'goodwill' ? paidFor.get(goodwillIdOf(row.reference)) : undefined;
      return {
        ...this.#entry(row, deals.get(row.reference) ?? null),
        ...(goodwill === undefined ? {} : { goodwill }),
      };
    });
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

  async spotHoldings(customerId: number): Promise<Map<number, { available: string; frozen: string }>> {
    const { pool, units } = this.#options;
    const held = await listHoldings(pool, customerId);
    return new Map(
      held
        .filter(holding => holding.account === 'spot')
        .map(holding => {
          const { decimals } = units.currency(holding.currencyId);
          const available = formatMinor(holding.availableMinor, decimals);
          return [holding.currencyId, { available, frozen: formatMinor(holding.frozenMinor, decimals) }];
        }),
    );
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

  #entry(row: LedgerRow, deal: WireLedgerEntry['deal']): WireLedgerEntry {
    const currency = this.#options.units.currency(row.currencyId);
    return {
      entry_id: entryIdOf(row),
      account: row.account,
      currency: currency.code,
      amount: formatMinor(row.amountMinor, currency.decimals),
      balance_after: formatMinor(row.balanceAfterMinor, currency.decimals),
      reason: wireReason(row.reason),
      reference: row.reference,
      deal,
      at_ms: row.atMs,
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
      return reason;
  }
}

function goodwillIdOf(reference: string): number {
  return Number(reference.slice('goodwill:'.length));
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
