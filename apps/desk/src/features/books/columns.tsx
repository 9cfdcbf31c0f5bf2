import type { DeskOutput } from '@tallystick/protocol/desk';
import { t, word } from '#i18n/texts.ts';
import { grouped } from '#lib/format.ts';
import type { Column } from '#ui/table.tsx';

type Books = DeskOutput<'GET desk/books'>;
type Line = Books['products'][number]['lines'][number];
export type ResultRow = Line & { readonly product: Books['products'][number]['product'] };

/** USDT, and how much has no price. */
function Valued({ value, unvalued }: Pick<Books, 'value' | 'unvalued'>) {
  return (
    <>
      <span className={value.startsWith('-') ? 'whole bad' : 'whole'}>{grouped(value)}</span>
      {unvalued === 0 ? null : <div className="quiet">{t('books.unvalued', { count: unvalued })}</div>}
    </>
  );
}

export const RESULT_COLUMNS: readonly Column<ResultRow>[] = [
  { head: t('books.product'), render: row => <strong>{word('resultProducts', row.product)}</strong> },
  { head: t('books.account'), render: row => `${row.account} ${row.name}` },
  {
    head: t('books.amounts'),
    figure: true,
    render: row =>
      row.amounts.map(({ currency, amount }) => (
        <div key={currency} className="whole">
          {grouped(amount)} {currency}
        </div>
      )),
  },
  { head: t('books.value'), figure: true, render: row => <Valued {...row} /> },
];

export const DAY_COLUMNS: readonly Column<Books['days'][number]>[] = [
  { head: t('books.day'), render: row => <strong className="whole">{row.day}</strong> },
  {
    head: t('books.product'),
    render: row =>
      row.products.map(one => (
        <div key={one.product} className="quiet">
          {word('resultProducts', one.product)} <Valued {...one} />
        </div>
      )),
  },
  { head: t('books.dayResult'), figure: true, render: row => <Valued {...row} /> },
];

export const FEE_COLUMNS: readonly Column<Books['fees'][number]>[] = [
  { head: t('books.product'), render: row => <strong>{word('resultProducts', row.product)}</strong> },
  { head: t('books.currency'), render: row => row.currency },
  { head: t('books.feesTotal'), figure: true, render: row => grouped(row.fees) },
  { head: t('books.rebates'), figure: true, render: row => grouped(row.rebates) },
  { head: t('books.net'), figure: true, render: row => grouped(row.net) },
];

export const POSITION_COLUMNS: readonly Column<Books['position'][number]>[] = [
  { head: t('books.currency'), render: row => <strong>{row.currency}</strong> },
  { head: t('books.assets'), figure: true, render: row => grouped(row.assets) },
  { head: t('books.customers'), figure: true, render: row => grouped(row.customers) },
  { head: t('books.company'), figure: true, render: row => grouped(row.company) },
];
