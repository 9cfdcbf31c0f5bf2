import type { WireLedgerEntry } from '@tallystick/protocol/wire';
import { toWire } from '@tallystick/protocol/word-case';
import { addDecimals, compareDecimals } from '#lib/decimal.ts';
import { accountOf, type Account, type WalletView } from './wallet.ts';

export type LedgerReason = WireLedgerEntry['reason'];

/** Reasons a customer can filter by; fees are part of the trade they were paid for. */
export const LEDGER_REASONS: readonly LedgerReason[] = [
  'trade',
  'dust_conversion',
  'transfer',
  'deposit',
  'deposit_reversal',
  'goodwill',
  'rebate',
  'perpetual_trade',
  'perpetual_funding',
  'perpetual_liquidation',
  'perpetual_deleveraging',
  'perpetual_offset',
  'option_purchase',
  'option_payout',
  'option_refund',
  'trust_interest',
  'trust_redemption',
  'launch_payment',
  'launch_refund',
  'launch_release',
  'withdrawal',
  'faucet',
  'carried_forward',
];

export interface LedgerFilter {
  readonly account: Account | undefined;
  readonly currencyId: number | undefined;
  readonly reason: LedgerReason | undefined;
  /** Days as the customer picks them (`2026-11-21`), both inclusive; '' = unlimited. */
  readonly fromDay: string;
  readonly toDay: string;
}

export const EVERYTHING: LedgerFilter = {
  account: undefined,
  currencyId: undefined,
  reason: undefined,
  fromDay: '',
  toDay: '',
};

export function isFiltered(filter: LedgerFilter): boolean {
  return (Object.keys(EVERYTHING) as (keyof LedgerFilter)[]).some(key => filter[key] !== EVERYTHING[key]);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filter in a URL; unknown values are ignored. */
export function filterFromQuery(query: URLSearchParams): LedgerFilter {
  const currency = query.get('currency') ?? '';
  // URLs of earlier releases have it too.
  const named: string = toWire(query.get('reason') ?? '');
  const day = (name: string) => (DAY.test(query.get(name) ?? '') ? (query.get(name) ?? '') : '');
  return {
    account: accountOf(query.get('account')),
    currencyId: /^\d{1,9}$/.test(currency) ? parseInt(currency, 10) : undefined,
    reason: LEDGER_REASONS.find(reason => reason === named),
    fromDay: day('from'),
    toDay: day('to'),
  };
}

/** The URL parameters of a filter, without unset ones. */
export function queryFromFilter(filter: LedgerFilter): Record<string, string> {
  const { account, currencyId, reason, fromDay, toDay } = filter;
  return {
    ...(account ? { account } : {}),
    ...(currencyId === undefined ? {} : { currency: String(currencyId) }),
    ...(reason ? { reason } : {}),
    ...(fromDay ? { from: fromDay } : {}),
    ...(toDay ? { to: toDay } : {}),
  };
}

export interface LedgerDay {
  readonly day: string;
  readonly entries: readonly WireLedgerEntry[];
}

/** Entries under the day they belong to, in the order given. */
export function byDay(
  entries: readonly WireLedgerEntry[],
  dayOf: (atMs: number) => string,
): readonly LedgerDay[] {
  const days: { day: string; entries: WireLedgerEntry[] }[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.at_ms);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

const keyOf = ({ account, currency }: Pick<WireLedgerEntry, 'account' | 'currency'>) =>
  `${account}:${currency}`;

export type Tally =
  /** Every entry follows from the one before, and the newest match the balances. */
  | { readonly state: 'agrees'; readonly entries: number }
  /** This entry does not follow from the one before, or does not match the balance. */
  | { readonly state: 'differs'; readonly entryId: string }
  /** Cannot be checked, as a filter by reason leaves gaps. */
  | { readonly state: 'open' };

/**
 * Checks the customer's ledger: `entries` newest first, all of one filter. For each account and currency the older
 * balance plus the newer amount must be the newer balance. If the list has no end date, the newest balance
 * must be the wallet's total.
 */
export function tally(
  entries: readonly WireLedgerEntry[],
  filter: LedgerFilter,
  wallet: WalletView | undefined,
): Tally {
  if (filter.reason !== undefined || entries.length === 0) return { state: 'open' };
  const newer = new Map<string, WireLedgerEntry>();
  for (const entry of entries) {
    const next = newer.get(keyOf(entry));
    const fits = next
      ? compareDecimals(addDecimals(entry.balance_after, next.amount), next.balance_after) === 0
      : filter.toDay !== '' || isCurrentBalance(entry, wallet);
    if (!fits) return { state: 'differs', entryId: (next ?? entry).entry_id };
    newer.set(keyOf(entry), entry);
  }
  return { state: 'agrees', entries: entries.length };
}

/** Also true while the wallet is not loaded. */
function isCurrentBalance(entry: WireLedgerEntry, wallet: WalletView | undefined): boolean {
  const balance = wallet?.accounts
    .find(view => view.account === entry.account)
    ?.balances.find(({ currency }) => currency.code === entry.currency);
  // Money in escrow has left the account with its own ledger entry.
  const booked = balance && addDecimals(balance.available, balance.frozen);
  return booked === undefined || compareDecimals(booked, entry.balance_after) === 0;
}
