import { CUSTOMER_ACCOUNTS, type Currency, type PostingReason } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput, WireBalance, WireLedgerEntry, WireTransfer } from '@tallystick/protocol';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import type { LedgerReason } from '../../engine/products/product.ts';
import type { EntryReason } from '../../engine/projections/ledger-entries.ts';
import { postingReasons } from '../../engine/products/products.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { readCursor } from '../../http/page.ts';
import { toWire } from '../../http/words.ts';
import { wireCurrency } from '../market/currencies.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { heldMinor } from './holdings.ts';
import type { Balance, ShownEntry, Wallet } from './service.ts';
import type { Deal, Hold } from './source.ts';
import type { LedgerRow, TransferRow } from './store.ts';

export function wireWallet(wallet: Wallet, units: MarketUnitsTable): CallOutput<'POST wallet/list'> {
  const [usdt, btc] = [USDT, BTC].map(id => amountIn(units.currency(id)));
  return {
    total_usdt: usdt!(wallet.usdtMinor) ?? '0',
    total_btc: btc!(wallet.btcMinor),
    change_24h_usdt: usdt!(wallet.dayAgoUsdtMinor),
    unrealised_usdt: usdt!(wallet.unrealisedMinor),
    accounts: wallet.accounts.map(({ account, usdtMinor, btcMinor, balances }) => ({
      account,
      total_usdt: usdt!(usdtMinor) ?? '0',
      total_btc: btc!(btcMinor),
      balances: balances.map(balance => wireBalance(balance, units)),
    })),
  };
}

export function wireBalance({ holding, usdtMinor, btcMinor }: Balance, units: MarketUnitsTable): WireBalance {
  const currency = units.currency(holding.currencyId);
  return {
    account: holding.account,
    currency: wireCurrency(currency),
    total: formatMinor(heldMinor(holding), currency.decimals),
    available: formatMinor(holding.availableMinor, currency.decimals),
    frozen: formatMinor(holding.frozenMinor, currency.decimals),
    escrow: formatMinor(holding.escrowMinor, currency.decimals),
    value_usdt: amountIn(units.currency(USDT))(usdtMinor),
    value_btc: amountIn(units.currency(BTC))(btcMinor),
  };
}

export function wireHold(
  { kind, reference, label, amountMinor, atMs }: Hold,
  currency: Currency,
): CallOutput<'POST wallet/detail'>['holds'][number] {
  const amount = formatMinor(amountMinor, currency.decimals);
  return { kind: toWire(kind), reference, label, amount, at_ms: atMs };
}

export function wireEntry({ details, ...row }: ShownEntry, { code, decimals }: Currency): WireLedgerEntry {
  return {
    entry_id: entryIdOf(row),
    account: row.account,
    currency: code,
    amount: formatMinor(row.amountMinor, decimals),
    balance_after: formatMinor(row.balanceAfterMinor, decimals),
    reason: wireReason(row.reason),
    reference: row.reference,
    deal: details.deal === undefined ? null : wireDeal(details.deal),
    at_ms: row.atMs,
    ...(details.goodwill === undefined ? {} : { goodwill: details.goodwill }),
  };
}

export function wireTransfer(row: TransferRow, { code, decimals }: Currency): WireTransfer {
  return {
    transfer_id: row.postingId,
    from: row.from,
    to: row.to,
    currency: code,
    amount: formatMinor(row.amountMinor, decimals),
    at_ms: row.atMs,
  };
}

const LEDGER_REASONS = postingReasons('ledgerAndAnswer', 'ledger');

/** Throws for reasons that customers' ledgers never show: moves between available and frozen, the house's own. */
export function wireReason(reason: EntryReason): WireLedgerEntry['reason'] {
  if (reason === 'carriedForward') return toWire(reason);
  if (!isLedgerReason(reason)) throw new Error(`a ledger entry for ${reason}`);
  return toWire(reason);
}

function isLedgerReason(reason: PostingReason): reason is LedgerReason {
  return LEDGER_REASONS.has(reason);
}

/** As a cursor it selects the older entries. */
export function entryIdOf(row: LedgerRow): string {
  return `${row.postingId}.${CUSTOMER_ACCOUNTS.indexOf(row.account)}.${row.currencyId}`;
}

/** Throws invalid_input for an invalid cursor. */
export function ledgerPosition(cursor: string | undefined): [number, string, number] | null {
  const numbers = readCursor(cursor, 3);
  if (numbers === null) return null;
  const [postingId = 0, accountIndex = 0, currencyId = 0] = numbers;
  const account = CUSTOMER_ACCOUNTS[accountIndex];
  if (account === undefined || currencyId > 2 ** 31 - 1)
    throw new CallFailure('invalid_input', { field: 'cursor' });
  return [postingId, account, currencyId];
}

function wireDeal({ product, traded, ...deal }: Deal): NonNullable<WireLedgerEntry['deal']> {
  return {
    product,
    market_id: deal.marketId,
    symbol: deal.symbol,
    side: deal.side,
    price: traded?.price ?? null,
    quantity: traded?.quantity ?? null,
    fee: traded?.fee ?? null,
    fee_currency: traded?.feeCurrency ?? null,
    order_id: deal.orderId,
    position_id: deal.positionId,
  };
}

export function amountIn({ decimals }: Currency): (minor: bigint | null) => string | null {
  return minor => (minor === null ? null : formatMinor(minor, decimals));
}
