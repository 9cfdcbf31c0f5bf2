import type { Currency } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { toWire } from '../../http/words.ts';
import { RESULT_PRODUCTS } from '@tallystick/protocol/desk/calls/books';
import { accountOf, CHART, classOf, type ResultProduct } from './chart.ts';
import type { AccountFigures, MonthFigures, ResultFigures } from './figures.ts';
import { dayName } from './months.ts';
import type { ProfitWithdrawal } from './profit-store.ts';
import type { Overview } from './service.ts';

type Books = DeskOutput<'GET desk/books'>;
type Valued = Pick<Books, 'value' | 'unvalued'>;
export type CurrencyOf = (id: number) => Pick<Currency, 'code' | 'decimals'>;

export function wireOverview(
  { month, months, countedToMs, behind, closed, figures }: Overview,
  currencyOf: CurrencyOf,
): Books {
  return {
    month,
    months: months.map(({ name, isClosed }) => ({ month: name, closed: isClosed })),
    counted_to_ms: countedToMs,
    behind,
    closed:
      closed === null
        ? null
        : {
            hash: closed.hash,
            closed_by: closed.closedBy,
            closed_at_ms: closed.closedAtMs,
            agrees: closed.agrees,
          },
    ...wireResult(figures, currencyOf),
    fees: wireFees(figures, currencyOf),
    position: wirePosition(figures, currencyOf),
  };
}

/** The month's result: all of it adds up from the same values of a day, an account and a currency. */
function wireResult(
  { result }: MonthFigures,
  currencyOf: CurrencyOf,
): Pick<Books, 'value' | 'unvalued' | 'products' | 'days'> {
  const valued = (lines: readonly ResultFigures[]): Valued => valueOf(lines, currencyOf);
  const productOf = ({ account }: ResultFigures): ResultProduct | undefined => accountOf(account).product;
  const inOrder = RESULT_PRODUCTS.map(product => ({
    product,
    lines: result.filter(line => productOf(line) === product),
  })).filter(({ lines }) => lines.length > 0);
  const days = [...new Set(result.map(({ day }) => day))].toSorted((one, other) => other - one);
  return {
    ...valued(result),
    products: inOrder.map(({ product, lines }) => ({
      product,
      ...valued(lines),
      lines: [...new Set(lines.map(({ account }) => account))]
        .toSorted((one, other) => one - other)
        .map(account =>
          wireLine(
            account,
            lines.filter(line => line.account === account),
            currencyOf,
          ),
        ),
    })),
    days: days.map(day => ({
      day: dayName(day),
      ...valued(result.filter(line => line.day === day)),
      products: inOrder
        .map(({ product, lines }) => ({ product, lines: lines.filter(line => line.day === day) }))
        .filter(({ lines }) => lines.length > 0)
        .map(({ product, lines }) => ({ product, ...valued(lines) })),
    })),
  };
}

function wireLine(
  account: number,
  lines: readonly ResultFigures[],
  currencyOf: CurrencyOf,
): Books['products'][number]['lines'][number] {
  const byCurrency = Map.groupBy(lines, ({ currency }) => currency);
  return {
    account,
    name: accountOf(account).name,
    class: classOf(account) === 'income' ? 'income' : 'expense',
    amounts: [...byCurrency].map(([currency, of]) => ({
      currency: currencyOf(currency).code,
      amount: formatMinor(sum(of.map(({ amount }) => amount)), currencyOf(currency).decimals),
    })),
    ...valueOf(lines, currencyOf),
  };
}

/** What nobody knows a price of is left out and counted. */
function valueOf(lines: readonly ResultFigures[], currencyOf: CurrencyOf): Valued {
  return {
    value: formatMinor(sum(lines.map(({ value }) => value ?? '0')), currencyOf(USDT).decimals),
    unvalued: lines.filter(({ value, amount }) => value === null && amount !== '0').length,
  };
}

const FEES = {
  spot: { fees: [CHART.spotFees.code], rebates: [CHART.spotRebates.code] },
  perpetual: {
    fees: [CHART.perpetualFees.code, CHART.liquidationTradingFees.code],
    rebates: [CHART.perpetualRebates.code],
  },
  wallet: { fees: [CHART.withdrawalFees.code], rebates: [] },
} as const satisfies Partial<
  Record<ResultProduct, { readonly fees: readonly number[]; readonly rebates: readonly number[] }>
>;

/** Fees and the rebates paid out of them, by product and currency. */
export function wireFees({ accounts }: MonthFigures, currencyOf: CurrencyOf): Books['fees'] {
  return Object.entries(FEES).flatMap(([product, { fees, rebates }]) => {
    const currencies = [...new Set(accounts.filter(one => moved(one, fees) !== 0n).map(one => one.currency))];
    return currencies.map(currency => {
      const own = accounts.filter(one => one.currency === currency);
      const earned = own.reduce((total, one) => total + moved(one, fees), 0n);
      const paid = -own.reduce((total, one) => total + moved(one, rebates), 0n);
      const { code, decimals } = currencyOf(currency);
      return {
        product: product as keyof typeof FEES,
        currency: code,
        fees: formatMinor(earned, decimals),
        rebates: formatMinor(paid, decimals),
        net: formatMinor(earned - paid, decimals),
        entries: own
          .filter(one => (fees as readonly number[]).includes(one.account))
          .reduce((total, one) => total + one.lines, 0),
      };
    });
  });
}

function moved({ account, credit, debit }: AccountFigures, codes: readonly number[]): bigint {
  return codes.includes(account) ? BigInt(credit) - BigInt(debit) : 0n;
}

/** Whose the money is: customers' apart from the company's. */
function wirePosition({ accounts }: MonthFigures, currencyOf: CurrencyOf): Books['position'] {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))].toSorted((a, b) => a - b);
  return currencies.map(currency => {
    const { code, decimals } = currencyOf(currency);
    const closing = (kind: string): bigint =>
      sum(
        accounts
          .filter(one => one.currency === currency && classOf(one.account) === kind)
          .map(one => one.closing),
      );
    const [assets, customers] = [-closing('asset'), closing('liability')];
    return {
      currency: code,
      assets: formatMinor(assets, decimals),
      customers: formatMinor(customers, decimals),
      company: formatMinor(assets - customers, decimals),
    };
  });
}

export function wireAccounts(
  { accounts }: MonthFigures,
  currencyOf: CurrencyOf,
): DeskOutput<'GET desk/books_accounts'>['items'] {
  return accounts.map(one => {
    const { code, decimals } = currencyOf(one.currency);
    const shown = (minor: string): string => formatMinor(BigInt(minor), decimals);
    return {
      account: one.account,
      name: accountOf(one.account).name,
      class: classOf(one.account),
      currency: code,
      opening: shown(one.opening),
      debit: shown(one.debit),
      credit: shown(one.credit),
      closing: shown(one.closing),
    };
  });
}

export function wireWithdrawal(
  one: ProfitWithdrawal,
  currencyOf: CurrencyOf,
): DeskOutput<'GET desk/profit'>['items'][number] {
  const { code, decimals } = currencyOf(one.currencyId);
  return {
    id: one.id,
    account: one.account,
    from: toWire(one.source) as 'fees' | 'treasury' | 'option_pool',
    currency: code,
    amount: formatMinor(one.amountMinor, decimals),
    state: one.state,
    announced_at_ms: one.announcedAtMs,
    due_at_ms: one.dueAtMs,
    made_by: one.maker,
    confirmed_by: one.confirmer,
    failure: one.failure,
    stopped_by: one.stopper,
    stop_reason: one.stopReason,
    ended_at_ms: one.endedAtMs,
    liabilities_record: one.liabilitiesRecord,
    reserves_record: one.reservesRecord,
  };
}

function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((total, amount) => total + BigInt(amount), 0n);
}
