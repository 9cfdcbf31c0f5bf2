/** Spreadsheets run cells that start with these as formulas. */
const FORMULA = /^[=+\-@\t\r]/;
/** A negative amount starts the same, but is a number. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** One RFC 4180 record with its line end; texts that a spreadsheet would run as formulas are marked as text. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Makes spreadsheets read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
