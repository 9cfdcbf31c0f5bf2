import type { WireBalance, WireCurrency } from '@tallystick/protocol/wire';
import { nameContains } from '#i18n/currency-name.ts';
import { addDecimals, compareDecimals, isPositive, toUnits } from '#lib/decimal.ts';
import type { ValuationBase } from '#lib/valuation-code.ts';
import { worthIn, type Account, type WalletView } from './wallet.ts';

export type BalanceSort = 'value' | 'amount' | 'name';

export interface BalanceQuery {
  /** Part of a currency's code or name. */
  readonly search: string;
  readonly sort: BalanceSort;
  /** Leaves out balances worth less than {@link SMALL_USDT}. */
  readonly hideSmall: boolean;
}

/** Below this worth a balance counts as small. */
export const SMALL_USDT = '1';

/** A currency's figures in a list, for one account or all accounts. */
export interface Holding {
  readonly currency: WireCurrency;
  readonly total: string;
  readonly available: string;
  readonly frozen: string;
  readonly escrow: string;
  readonly value_usdt: string | null;
  readonly value_btc: string | null;
}

export interface CurrencyHolding extends Holding {
  /** The accounts that hold some of it, in the usual order. */
  readonly parts: readonly WireBalance[];
}

function addWorths(a: string | null, b: string | null): string | null {
  return a === null || b === null ? null : addDecimals(a, b);
}

/** What the customer owns by currency code; currencies of which there is none are left out. */
export function heldIn(wallet: WalletView): Record<string, string> {
  const owned = holdingsOf(wallet).filter(({ total }) => isPositive(total));
  return Object.fromEntries(owned.map(({ currency, total }) => [currency.code, total]));
}

/** Every currency once, summed over the four accounts. */
export function holdingsOf(wallet: WalletView): CurrencyHolding[] {
  const byId = new Map<number, CurrencyHolding>();
  for (const balance of wallet.accounts.flatMap(view => view.balances)) {
    const known = byId.get(balance.currency.id);
    const parts = isPositive(balance.total) ? [balance] : [];
    byId.set(
      balance.currency.id,
      known
        ? {
            currency: known.currency,
            total: addDecimals(known.total, balance.total),
            available: addDecimals(known.available, balance.available),
            frozen: addDecimals(known.frozen, balance.frozen),
            escrow: addDecimals(known.escrow, balance.escrow),
            value_usdt: addWorths(known.value_usdt, balance.value_usdt),
            value_btc: addWorths(known.value_btc, balance.value_btc),
            parts: [...known.parts, ...parts],
          }
        : { ...balance, parts },
    );
  }
  return [...byId.values()];
}

/** Whether the worth is small. A balance without a price counts as small only if it is zero. */
export function isSmall(holding: Holding): boolean {
  if (!isPositive(holding.total)) return true;
  return holding.value_usdt !== null && compareDecimals(holding.value_usdt, SMALL_USDT) < 0;
}

function matches({ currency }: Holding, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return currency.code.toLowerCase().includes(wanted) || nameContains(currency, wanted);
}

/** Larger first; unknown last. */
function descending(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compareDecimals(b, a);
}

/** The balances a list shows. A search also finds small ones. */
export function queryBalances<T extends Holding>(holdings: readonly T[], query: BalanceQuery): T[] {
  const searching = query.search.trim() !== '';
  const byName = (a: T, b: T) => a.currency.code.localeCompare(b.currency.code, 'en');
  return holdings
    .filter(holding => (searching ? matches(holding, query.search) : !query.hideSmall || !isSmall(holding)))
    .toSorted((a, b) => {
      if (query.sort === 'name') return byName(a, b);
      const order =
        query.sort === 'value'
          ? descending(a.value_usdt, b.value_usdt) || compareDecimals(b.total, a.total)
          : compareDecimals(b.total, a.total);
      return order || byName(a, b);
    });
}

export interface Slice {
  /** A currency's code, an account, or `others`. */
  readonly key: string;
  /** Thousandths of the whole, truncated; all slices together make at most 1000. */
  readonly permille: number;
}

const PERMILLE = 1000n;
const WORTH_SCALE = 8;

/** The parts of the total, largest first; the smallest are grouped as `others`. */
export function distribution(
  worths: readonly { readonly key: string; readonly worth: string | null }[],
  limit = 4,
): Slice[] {
  const units = worths
    .map(({ key, worth }) => ({ key, units: unitsOf(worth) }))
    .filter(slice => slice.units > 0n)
    .toSorted((a, b) => (a.units < b.units ? 1 : a.units > b.units ? -1 : 0));
  const whole = units.reduce((sum, slice) => sum + slice.units, 0n);
  if (whole === 0n) return [];
  const shown = units.length > limit ? units.slice(0, limit - 1) : units;
  const rest = units.slice(shown.length).reduce((sum, slice) => sum + slice.units, 0n);
  const all = rest > 0n ? [...shown, { key: 'others', units: rest }] : shown;
  return all.map(slice => ({ key: slice.key, permille: intOf((slice.units * PERMILLE) / whole) }));
}

function unitsOf(worth: string | null): bigint {
  return worth === null ? 0n : toUnits(worth, WORTH_SCALE);
}

/** At most 1000, so the conversion is exact. */
function intOf(small: bigint): number {
  return parseInt(small.toString(), 10);
}

/** Percent with one digit, from thousandths. */
export function percentOf(permille: number): string {
  return `${Math.trunc(permille / 10)}.${permille % 10}`;
}

export function worthByCurrency(holdings: readonly Holding[], base: ValuationBase) {
  return holdings.map(holding => ({ key: holding.currency.code, worth: worthIn(holding, base) }));
}

/** An account's share of everything, in thousandths; undefined while nothing is held. */
export function accountShare(wallet: WalletView, account: Account): number | undefined {
  const slices = distribution(
    wallet.accounts.map(view => ({ key: view.account, worth: view.total_usdt })),
    wallet.accounts.length,
  );
  if (slices.length === 0) return undefined;
  return slices.find(slice => slice.key === account)?.permille ?? 0;
}
