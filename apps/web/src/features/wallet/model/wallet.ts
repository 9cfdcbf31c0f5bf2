import type { CallOutput, WireHolding } from '@tallystick/protocol';
import type { WireBalance, WireCurrency } from '@tallystick/protocol/wire';
import { formatMinor, mulDiv, rescale } from '@tallystick/core/money/decimal';
import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
  toUnits,
} from '#lib/decimal.ts';
import type { ValuationBase } from '#lib/valuation-code.ts';

export type WalletView = CallOutput<'POST wallet/list'>;
export type AccountView = WalletView['accounts'][number];
export type Account = AccountView['account'];

/** In the order customers see them. */
export const ACCOUNTS: readonly Account[] = ['spot', 'option', 'contract', 'trust'];

export function accountOf(text: string | null | undefined): Account | undefined {
  return ACCOUNTS.find(account => account === text);
}

/** Decimals of worths from the server. */
const SENT_DECIMALS: Readonly<Record<ValuationBase, number>> = { USDT: 6, BTC: 8 };

export function totalIn(
  view: Pick<WalletView, 'total_usdt' | 'total_btc'>,
  base: ValuationBase,
): string | null {
  return base === 'USDT' ? view.total_usdt : view.total_btc;
}

export function worthIn(
  balance: Pick<WireBalance, 'value_usdt' | 'value_btc'>,
  base: ValuationBase,
): string | null {
  return base === 'USDT' ? balance.value_usdt : balance.value_btc;
}

export function balanceOf(
  wallet: WalletView | undefined,
  account: Account,
  currencyId: number | undefined,
): WireBalance | undefined {
  return wallet?.accounts
    .find(view => view.account === account)
    ?.balances.find(({ currency }) => currency.id === currencyId);
}

/** Every currency of the wallet once, in the server's order. */
export function currenciesOf(wallet: WalletView): WireCurrency[] {
  const byId = new Map<number, WireCurrency>();
  for (const { balances } of wallet.accounts) {
    for (const { currency } of balances) byId.set(currency.id, currency);
  }
  return [...byId.values()];
}

const PERCENT_SCALE = 8;

export interface DayChange {
  /** Signed, in USDT. */
  readonly amount: string;
  /** Signed percent of the worth a day ago, two digits; null if that was 0. */
  readonly percent: string | null;
}

/** How the worth of today's holdings moved within 24 hours; undefined while yesterday's prices are unknown. */
export function dayChange(wallet: Pick<WalletView, 'total_usdt' | 'change_24h_usdt'>): DayChange | undefined {
  // The wire has the worth of the same holdings a day ago.
  const before = wallet.change_24h_usdt;
  if (before === null) return undefined;
  const amount = subtractDecimals(wallet.total_usdt, before);
  const percent = divideDecimals(multiplyDecimals(amount, '100', PERCENT_SCALE), before, 2);
  return { amount, percent: percent ?? null };
}

/** The parts of every total, in the order customers see them. */
export const WORTH_PARTS = ['available', 'frozen', 'escrow'] as const;
type WorthPart = (typeof WORTH_PARTS)[number];

/** Worth of an account's frozen, escrow and remaining parts, each truncated to `SENT_DECIMALS`. */
export function splitWorth(
  view: AccountView,
  base: ValuationBase,
): Readonly<Record<WorthPart, string | null>> {
  const whole = totalIn(view, base);
  const frozen = partWorth(view.balances, base, balance => balance.frozen);
  const escrow = partWorth(view.balances, base, balance => balance.escrow);
  const unknown = whole === null || frozen === null || escrow === null;
  const available = unknown ? null : subtractDecimals(subtractDecimals(whole, frozen), escrow);
  return { available, frozen, escrow };
}

function partWorth(
  balances: readonly WireBalance[],
  base: ValuationBase,
  partOf: (balance: WireBalance) => string,
): string | null {
  let sum = '0';
  for (const balance of balances) {
    const held = partOf(balance);
    if (compareDecimals(held, '0') === 0) continue;
    const part = scaled(worthIn(balance, base), balance.total, held, base);
    if (part === null) return null;
    sum = addDecimals(sum, part);
  }
  return sum;
}

/** The parts of the total over all accounts, in the order customers see them. */
export const TOTAL_PARTS = ['available', 'frozen', 'margin', 'trust', 'staked', 'locked'] as const;
type TotalPart = (typeof TOTAL_PARTS)[number];

/** The parts of the total, without those worth 0. Worth is null if a price is missing. */
export function partsOfTotal(
  wallet: Pick<WalletView, 'accounts'>,
  base: ValuationBase,
): { readonly part: TotalPart; readonly worth: string | null }[] {
  const worths = new Map<TotalPart, string | null>();
  const add = (part: TotalPart, worth: string | null): void => {
    const before = worths.get(part);
    if (worth === null || before === null) worths.set(part, null);
    else worths.set(part, addDecimals(before ?? '0', worth));
  };
  for (const view of wallet.accounts) {
    const split = splitWorth(view, base);
    add('available', split.available);
    add(FROZEN_IN[view.account], split.frozen);
    add(view.account === 'option' ? 'staked' : 'locked', split.escrow);
  }
  return TOTAL_PARTS.flatMap(part => {
    const worth = worths.get(part) ?? null;
    return worth !== null && compareDecimals(worth, '0') === 0 ? [] : [{ part, worth }];
  });
}

/** The part that an account's frozen money counts as. */
const FROZEN_IN: Readonly<Record<Account, TotalPart>> = {
  spot: 'frozen',
  option: 'frozen',
  contract: 'margin',
  trust: 'trust',
};

function sumOfWorths(balances: readonly WireBalance[], base: ValuationBase): string | null {
  let sum = '0';
  for (const balance of balances) {
    const worth = worthIn(balance, base);
    if (worth !== null) sum = addDecimals(sum, worth);
    else if (compareDecimals(balance.total, '0') !== 0) return null;
  }
  return sum;
}

const SCALE = 18;

/** Worth of `total` at the price implied by the old total and its worth; null if there is none. */
function scaled(worth: string | null, before: string, total: string, base: ValuationBase): string | null {
  if (compareDecimals(total, '0') === 0) return worth === null ? null : '0';
  if (worth === null || compareDecimals(before, '0') === 0) return null;
  const units = mulDiv(toUnits(worth, SCALE), toUnits(total, SCALE), toUnits(before, SCALE));
  const decimals = SENT_DECIMALS[base];
  return formatMinor(rescale(units, SCALE, decimals), decimals);
}

function patchBalance(balance: WireBalance, { available, frozen }: WireHolding): WireBalance {
  if (compareDecimals(balance.available, available) === 0 && compareDecimals(balance.frozen, frozen) === 0) {
    return balance;
  }
  const total = addDecimals(addDecimals(available, frozen), balance.escrow);
  return {
    ...balance,
    available,
    frozen,
    total,
    value_usdt: scaled(balance.value_usdt, balance.total, total, 'USDT'),
    value_btc: scaled(balance.value_btc, balance.total, total, 'BTC'),
  };
}

/**
 * The wallet with newer holdings from the socket. Worths are computed at the wallet's own prices until it is
 * fetched again. Returns the same object if nothing changed.
 */
export function patchWallet(wallet: WalletView, holdings: Iterable<WireHolding>): WalletView {
  const newer = new Map<string, WireHolding>();
  for (const holding of holdings) newer.set(`${holding.account}:${holding.currency_id}`, holding);
  let changed = false;
  const accounts = wallet.accounts.map(view => {
    const balances = view.balances.map(balance => {
      const holding = newer.get(`${view.account}:${balance.currency.id}`);
      return holding ? patchBalance(balance, holding) : balance;
    });
    if (balances.every((balance, index) => balance === view.balances[index])) return view;
    changed = true;
    return {
      ...view,
      balances,
      total_usdt: sumOfWorths(balances, 'USDT') ?? view.total_usdt,
      total_btc: sumOfWorths(balances, 'BTC') ?? view.total_btc,
    };
  });
  if (!changed) return wallet;
  const all = accounts.flatMap(view => view.balances);
  return {
    ...wallet,
    accounts,
    total_usdt: sumOfWorths(all, 'USDT') ?? wallet.total_usdt,
    total_btc: sumOfWorths(all, 'BTC') ?? wallet.total_btc,
  };
}
