import {
  ENTRY_COLUMNS,
  entryCells,
  lineTexts,
  timeText,
  type Content,
  type EntriesContent,
} from './content.ts';
import { BYTE_ORDER_MARK, csvRecord } from './csv.ts';

/** One table; of entries it starts with the opening balances and ends with the closing ones. */
export async function* writeCsv(content: Content): AsyncGenerator<string> {
  if (content.kind === 'entries') {
    yield* entriesCsv(content);
    return;
  }
  yield BYTE_ORDER_MARK + csvRecord(content.columns);
  for await (const page of content.pages) yield page.map(csvRecord).join('');
}

async function* entriesCsv(content: EntriesContent): AsyncGenerator<string> {
  const { currencyOf, lines, period, madeAtMs, reason } = content;
  const balances = (kind: string, atMs: number, of: 'opening' | 'closing'): string =>
    lines
      .map(line => lineTexts(line, currencyOf))
      .map(line => csvRecord([timeText(atMs), line.account, line.currency, kind, '0', line[of], '', '']))
      .join('');
  yield BYTE_ORDER_MARK + csvRecord(ENTRY_COLUMNS);
  yield balances('opening_balance', period.fromMs, 'opening');
  for await (const page of content.pages) {
    const listed = reason === null ? page : page.filter(row => row.reason === reason);
    if (listed.length > 0) yield listed.map(row => csvRecord(entryCells(row, currencyOf))).join('');
  }
  yield balances('closing_balance', Math.min(period.toMs, madeAtMs), 'closing');
}
