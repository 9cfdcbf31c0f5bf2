/**
 * The rows of a file of comma-separated values (RFC 4180) by the names of its first line. Names that are not there give
 * empty texts. @throws RangeError where a quote is not closed
 */
export function readCsv(text: string): ((column: string) => string)[] {
  const [head, ...rows] = cells(text.replace(/^\uFEFF/, ''));
  const places = new Map((head ?? []).map((name, at) => [name.trim(), at]));
  return rows
    .filter(row => row.length > 1 || row[0] !== '')
    .map(row => (column: string) => row[places.get(column) ?? -1]?.trim() ?? '');
}

function cells(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at <= text.length) {
    const row = rows.at(-1)!;
    let cell = '';
    if (text[at] === '"') {
      for (;;) {
        const end = text.indexOf('"', at + 1);
        if (end === -1) throw new RangeError(`the quote in line ${rows.length} is not closed`);
        cell += text.slice(at + 1, end);
        at = end + 1;
        if (text[at] !== '"') break;
        cell += '"';
      }
    } else {
      const end = endOfCell(text, at);
      cell = text.slice(at, end);
      at += cell.length;
    }
    row.push(cell);
    const separator = text[at];
    if (separator === '\r' && text[at + 1] === '\n') at++;
    if (separator === '\n' || separator === '\r') rows.push([]);
    at++;
  }
  return rows;
}

function endOfCell(text: string, from: number): number {
  const separator = /[,\r\n]/g;
  separator.lastIndex = from;
  return separator.exec(text)?.index ?? text.length;
}
