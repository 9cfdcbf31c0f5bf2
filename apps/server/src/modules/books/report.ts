import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import { formatMinor } from '@tallystick/core/money/decimal';
import { USDT } from '@tallystick/protocol/currency-ids';
import { csvRecord } from '../statement/csv.ts';
import { accountOf, classOf } from './chart.ts';
import type { MonthFigures } from './figures.ts';
import { dayName } from './months.ts';
import { wireAccounts, wireFees, type CurrencyOf } from './wire.ts';

type Report = DeskRequest<'GET desk/books_report'>['report'];

/** A month's figures as a table for accountants. */
export function reportOf(
  report: Report,
  figures: MonthFigures,
  currencyOf: CurrencyOf,
): DeskOutput<'GET desk/books_report'> {
  const [head, ...rows] = ROWS[report](figures, currencyOf);
  return { csv: [head!, ...rows].map(csvRecord).join(''), rows: rows.length };
}

const ROWS: Readonly<Record<Report, (figures: MonthFigures, currencyOf: CurrencyOf) => string[][]>> = {
  result: ({ result }, currencyOf) => [
    ['day', 'product', 'account', 'account_name', 'class', 'currency', 'amount', 'value_usdt'],
    ...result.map(({ day, account, currency, amount, value }) => [
      dayName(day),
      accountOf(account).product ?? '',
      String(account),
      accountOf(account).name,
      classOf(account),
      currencyOf(currency).code,
      formatMinor(BigInt(amount), currencyOf(currency).decimals),
      value === null ? '' : formatMinor(BigInt(value), currencyOf(USDT).decimals),
    ]),
  ],
  fees: (figures, currencyOf) => [
    ['product', 'currency', 'fees', 'rebates', 'net', 'entries'],
    ...wireFees(figures, currencyOf).map(one => [
      one.product,
      one.currency,
      one.fees,
      one.rebates,
      one.net,
      String(one.entries),
    ]),
  ],
  accounts: (figures, currencyOf) => [
    ['account', 'account_name', 'class', 'currency', 'opening', 'debit', 'credit', 'closing'],
    ...wireAccounts(figures, currencyOf).map(one => [
      String(one.account),
      one.name,
      one.class,
      one.currency,
      one.opening,
      one.debit,
      one.credit,
      one.closing,
    ]),
  ],
};
