import {
  ENTRY_COLUMNS,
  entryCells,
  kindTexts,
  lineTexts,
  timeText,
  type Content,
  type EntriesContent,
} from './content.ts';

/** One JSON document, valid only when complete; amounts are texts, as everywhere. */
export async function* writeJson(content: Content): AsyncGenerator<string> {
  yield `{"statement":${JSON.stringify(headingOf(content))}`;
  if (content.kind === 'entries') {
    yield* sumsOf(content);
    yield ',"entries":[\n';
    yield* rowsOf(entryObjects(content));
  } else {
    const { columns } = content;
    yield `,"${content.kind}":[\n`;
    yield* rowsOf(objects(content.pages, columns));
  }
  // Only after the last row is it known that everything added up.
  yield '\n]}\n';
}

function headingOf({ kind, period, madeAtMs, complete, customerId }: Content) {
  return {
    contents: kind,
    customer_id: customerId,
    period: period.name,
    from: timeText(period.fromMs),
    to: timeText(period.toMs),
    made_at: timeText(madeAtMs),
    complete,
  };
}

function* sumsOf({ lines, kinds, currencyOf }: EntriesContent): Generator<string> {
  yield `,"accounts":${JSON.stringify(lines.map(line => lineTexts(line, currencyOf)))}`;
  yield `,"kinds":${JSON.stringify(kinds.map(kind => kindTexts(kind, currencyOf)))}`;
}

async function* entryObjects({ pages, reason, currencyOf }: EntriesContent): AsyncGenerator<object[]> {
  for await (const page of pages) {
    const listed = reason === null ? page : page.filter(row => row.reason === reason);
    yield listed.map(row => named(ENTRY_COLUMNS, entryCells(row, currencyOf)));
  }
}

async function* objects(
  pages: AsyncIterable<readonly (readonly string[])[]>,
  columns: readonly string[],
): AsyncGenerator<object[]> {
  for await (const page of pages) yield page.map(cells => named(columns, cells));
}

function named(columns: readonly string[], cells: readonly string[]): object {
  return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
}

async function* rowsOf(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let between = '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield between + page.map(row => JSON.stringify(row)).join(',\n');
    between = ',\n';
  }
}
