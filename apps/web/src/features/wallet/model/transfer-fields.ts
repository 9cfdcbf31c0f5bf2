import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { WireCurrency } from '@tallystick/protocol/wire';
import { addDecimals, isPositive, subtractDecimals } from '#lib/decimal.ts';
import { parseTyped, percentTaken } from '#lib/market-units.ts';
import type { Problem } from '#lib/problem.ts';
import { balanceOf, currenciesOf, type Account, type WalletView } from './wallet.ts';

export interface TransferForm {
  readonly from: Account;
  readonly to: Account;
  /** Undefined until the customer chooses; the form then uses the default or one the account holds. */
  readonly currencyId: number | undefined;
  /** As typed; '' when empty. */
  readonly amount: string;
}

export type TransferAction =
  | { readonly type: 'from'; readonly account: Account }
  | { readonly type: 'to'; readonly account: Account }
  | { readonly type: 'swap' }
  | { readonly type: 'currency'; readonly currencyId: number }
  | { readonly type: 'amount'; readonly amount: string }
  /** Percentage of the available amount, 0 to 100. */
  | { readonly type: 'percent'; readonly percent: number; readonly summary: TransferSummary }
  /** The server accepted a transfer of `amount`, as typed. */
  | { readonly type: 'sent'; readonly amount: string };

/** The default target of transfers from an account. */
function partnerOf(account: Account): Account {
  return account === 'spot' ? 'contract' : 'spot';
}

export function startTransfer(
  from: Account | undefined,
  currencyId: number | undefined,
  to?: Account,
): TransferForm {
  const start = from ?? 'spot';
  return {
    from: start,
    to: to === undefined || to === start ? partnerOf(start) : to,
    currencyId,
    amount: '',
  };
}

export function reduceTransfer(form: TransferForm, action: TransferAction): TransferForm {
  switch (action.type) {
    case 'from':
      // Choosing the account of the other side swaps both sides.
      return { ...form, from: action.account, to: action.account === form.to ? form.from : form.to };
    case 'to':
      return { ...form, to: action.account, from: action.account === form.from ? form.to : form.from };
    case 'swap':
      return { ...form, from: form.to, to: form.from };
    case 'currency':
      return { ...form, currencyId: action.currencyId, amount: '' };
    case 'amount':
      return { ...form, amount: action.amount };
    case 'percent': {
      const { availableMinor, currency } = action.summary;
      if (availableMinor === undefined || !currency) return form;
      const minor = (availableMinor * BigInt(action.percent)) / 100n;
      return { ...form, amount: minor === 0n ? '' : formatMinor(minor, currency.decimals) };
    }
    case 'sent':
      // An amount typed while the request was pending belongs to the next transfer.
      return form.amount === action.amount ? { ...form, amount: '' } : form;
  }
}

/** A side's available amount before and after; undefined while unknown. */
export interface Change {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface TransferSummary {
  readonly currency: WireCurrency | undefined;
  /** What can be moved, in minor units; undefined while the wallet is loading. */
  readonly availableMinor: bigint | undefined;
  readonly available: string | undefined;
  /** The typed amount in minor units; undefined when empty or unreadable. */
  readonly amountMinor: bigint | undefined;
  /** The amount as it is sent: `12.` becomes `12`. */
  readonly amount: string | undefined;
  readonly from: Change;
  readonly to: Change;
  /** The amount as percent of the available amount, 0 to 100, truncated. */
  readonly percent: number;
}

/** The default currency: margin and stakes are paid in it. */
const USUAL_CURRENCY = 'USDT';

/** The form's currency: the chosen one, else the default, else the first one the account holds. */
function currencyFor(form: TransferForm, wallet: WalletView | undefined): WireCurrency | undefined {
  if (!wallet) return undefined;
  const currencies = currenciesOf(wallet);
  const chosen = currencies.find(({ id }) => id === form.currencyId);
  if (chosen) return chosen;
  const usual = currencies.find(({ code }) => code === USUAL_CURRENCY);
  if (isPositive(balanceOf(wallet, form.from, usual?.id)?.available ?? '')) return usual;
  const held = wallet.accounts
    .find(view => view.account === form.from)
    ?.balances.find(balance => isPositive(balance.available));
  return held?.currency ?? usual ?? currencies[0];
}

export function summariseTransfer(form: TransferForm, wallet: WalletView | undefined): TransferSummary {
  const currency = currencyFor(form, wallet);
  const before = (account: Account) => balanceOf(wallet, account, currency?.id)?.available;
  const available = before(form.from);
  const availableMinor =
    currency && available !== undefined
      ? (parseDecimal(available, currency.decimals) ?? undefined)
      : undefined;
  const amountMinor = currency ? (parseTyped(form.amount, currency.decimals) ?? undefined) : undefined;
  const amount =
    currency && amountMinor !== undefined ? formatMinor(amountMinor, currency.decimals) : undefined;
  const toBefore = before(form.to);
  const fits = amountMinor !== undefined && availableMinor !== undefined && amountMinor <= availableMinor;
  return {
    currency,
    availableMinor,
    available,
    amountMinor,
    amount,
    from: {
      before: available,
      after: fits && available !== undefined ? subtractDecimals(available, amount ?? '0') : undefined,
    },
    to: {
      before: toBefore,
      after: fits && toBefore !== undefined ? addDecimals(toBefore, amount ?? '0') : undefined,
    },
    percent:
      amountMinor === undefined || availableMinor === undefined
        ? 0
        : percentTaken(amountMinor, availableMinor),
  };
}

export type TransferField = 'amount' | 'currency' | 'to';
export type TransferProblemCode =
  | 'currency_required'
  | 'same_account'
  | 'nothing_available'
  | 'amount_required'
  | 'amount_zero'
  | 'too_many_decimals'
  | 'insufficient_balance';
export type TransferProblem = Problem<TransferProblemCode, TransferField>;

/** Why the transfer cannot be sent, in order; the button shows the first reason. */
export function validateTransfer(form: TransferForm, summary: TransferSummary): readonly TransferProblem[] {
  const { currency, availableMinor, amountMinor, available } = summary;
  const problems: TransferProblem[] = [];
  if (!currency) problems.push({ code: 'currency_required', field: 'currency' });
  if (form.from === form.to) problems.push({ code: 'same_account', field: 'to' });
  if (!currency) return problems;
  const params = { currency: currency.code };
  if (availableMinor === 0n) {
    problems.push({ code: 'nothing_available', field: 'currency', params: { ...params, from: form.from } });
  } else if (form.amount === '') {
    problems.push({ code: 'amount_required', field: 'amount' });
  } else if (amountMinor === undefined) {
    problems.push({ code: 'too_many_decimals', field: 'amount', params: { decimals: currency.decimals } });
  } else if (amountMinor === 0n) {
    problems.push({ code: 'amount_zero', field: 'amount' });
  } else if (availableMinor !== undefined && amountMinor > availableMinor) {
    problems.push({
      code: 'insufficient_balance',
      field: 'amount',
      params: { ...params, available: available ?? '' },
    });
  }
  return problems;
}
