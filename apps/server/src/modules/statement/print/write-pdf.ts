import { setImmediate } from 'node:timers/promises';
import type { Language } from '@tallystick/protocol';
import { figuresIn, momentIn } from '@tallystick/protocol/figures';
import {
  ENTRY_COLUMNS,
  entryCells,
  kindTexts,
  lineTexts,
  type Content,
  type EntriesContent,
  type TableContent,
} from '../content.ts';
import { wireReason } from '../../wallet/wire.ts';
import type { ColumnName, StatementTexts } from '../texts/text.ts';
import { STATEMENT_TEXTS } from '../texts/texts.ts';
import { Sheet, type Column } from './sheet.ts';

/** Rows written before yielding to other work. */
const SLICE = 50;

/** The statement as A4 pages in the customer's language and number format. Every digit equals the other formats'. */
export async function* writePdf(content: Content, language: Language): AsyncGenerator<Uint8Array> {
  const texts = STATEMENT_TEXTS[language];
  const title = { entries: texts.title, trades: texts.trades, taxes: texts.taxes }[content.kind];
  const footer = `Tallystick · ${title} · ${content.period.name} · ${texts.customer} ${content.customerId}`;
  const sheet = new Sheet(language, content.kind === 'trades', title, footer);
  sheet.heading(title, facts(content, texts, language));
  const rows =
    content.kind === 'entries'
      ? entryRows(sheet, content, texts, language)
      : tableRows(sheet, content, texts, language);
  let count = 0;
  for await (const cells of rows) {
    sheet.row(cells);
    if (++count % SLICE > 0) continue;
    await setImmediate();
    yield* written(sheet);
  }
  sheet.end();
  for await (const chunk of sheet.doc) yield chunk as Uint8Array;
}

function* written({ doc }: Sheet): Generator<Uint8Array> {
  for (let chunk = doc.read() as Uint8Array | null; chunk !== null; chunk = doc.read() as Uint8Array | null) {
    yield chunk;
  }
}

function facts(content: Content, texts: StatementTexts, language: Language): [string, string][] {
  const { period, customerId, madeAtMs, complete } = content;
  const day = (atMs: number): string => momentIn(language, atMs, 'day');
  const facts: [string, string][] = [
    [texts.period, `${day(period.fromMs)} – ${day(period.toMs - 1)}`],
    [texts.customer, String(customerId)],
    [texts.made, momentIn(language, madeAtMs, 'second')],
  ];
  if (content.kind === 'taxes') facts.push(['', texts.method[content.method]]);
  if (!complete) facts.push(['', texts.running]);
  if (content.kind === 'entries' && content.reason !== null) facts.push(['', texts.listed]);
  return facts;
}

/** Writes the sums and the table's head, then returns a writer for the rows. */
async function* entryRows(
  sheet: Sheet,
  content: EntriesContent,
  texts: StatementTexts,
  language: Language,
): AsyncGenerator<string[]> {
  const { lines, kinds, currencyOf, reason } = content;
  const shown = (figures: readonly (string | number)[]): string[] =>
    figures.map(figure => figuresIn(language, String(figure)));
  const { column } = texts;
  const amounts = (names: readonly ColumnName[]): Column[] =>
    names.map(name => ({ label: column[name], weight: name === 'entries' ? 8 : 16, right: true }));
  const first = (name: ColumnName, weight: number): Column => ({ label: column[name], weight });
  sheet.table(texts.balances, [
    first('account', 14),
    first('currency', 9),
    ...amounts(['opening', 'credits', 'debits', 'closing', 'entries']),
  ]);
  for (const line of lines) {
    const { account, currency, opening, credits, debits, closing, entries } = lineTexts(line, currencyOf);
    sheet.row([texts.account[account], currency, ...shown([opening, credits, debits, closing, entries])]);
  }
  sheet.table(texts.kinds, [
    first('kind', 30),
    first('currency', 9),
    ...amounts(['credits', 'debits', 'entries']),
  ]);
  for (const kind of kinds) {
    const { reason: why, currency, credits, debits, entries } = kindTexts(kind, currencyOf);
    sheet.row([texts.reason[why], currency, ...shown([credits, debits, entries])]);
  }
  const widths = {
    time: 17,
    account: 10,
    currency: 7,
    kind: 19,
    amount: 16,
    balance_after: 17,
    reference: 14,
  };
  const columns = ENTRY_COLUMNS.filter(name => name !== 'posting_id');
  sheet.table(
    texts.entriesTitle,
    columns.map(name => ({
      label: column[name],
      weight: widths[name],
      right: name === 'amount' || name === 'balance_after',
    })),
  );
  for await (const page of content.pages) {
    for (const row of page) {
      if (reason !== null && row.reason !== reason) continue;
      const [, , code = '', , amount = '', balance = '', reference = ''] = entryCells(row, currencyOf);
      const time = momentIn(language, row.atMs, 'second');
      const words = [texts.account[row.account], code, texts.reason[wireReason(row.reason)]];
      yield [time, ...words, ...shown([amount, balance]), reference];
    }
  }
}

async function* tableRows(
  sheet: Sheet,
  content: TableContent,
  texts: StatementTexts,
  language: Language,
): AsyncGenerator<string[]> {
  const shown = content.columns
    .map((name, at) => ({ name: name as ColumnName, at }))
    .filter(({ name }) => texts.column[name] !== undefined);
  sheet.table(
    content.kind === 'trades' ? texts.trades : texts.taxes,
    shown.map(({ name }) => ({
      label: texts.column[name],
      weight: WIDE[name] ?? 12,
      right: NUMBERS.has(name),
    })),
  );
  for await (const page of content.pages) {
    for (const cells of page) {
      yield shown.map(({ name, at }) => {
        const text = translated(texts, name, cells[at] ?? '', language);
        // The currency follows the amount instead of having its own column.
        return content.columns[at + 1] === `${name}_currency` ? `${text} ${cells[at + 1]}` : text;
      });
    }
  }
}

const WIDE: Partial<Record<ColumnName, number>> = { time: 17, section: 20, product: 14, side: 8, value: 17 };
/** Aligned to the right. */
const NUMBERS: ReadonlySet<ColumnName> = new Set<ColumnName>([
  'price',
  'quantity',
  'value',
  'fee',
  'realised_profit',
  'order_id',
  'proceeds',
  'cost',
  'result',
  'events',
  'unknown',
]);

function translated(texts: StatementTexts, name: ColumnName, value: string, language: Language): string {
  if (name === 'time') return momentIn(language, Date.parse(value), 'second');
  if (NUMBERS.has(name) && name !== 'order_id') return figuresIn(language, value);
  const words: Readonly<Record<string, string>> =
    name === 'product'
      ? { ...texts.product, contract: texts.product.contracts }
      : name === 'section'
        ? texts.section
        : name === 'side'
          ? texts.side
          : {};
  return words[value] ?? value;
}
