/** Spreadsheets run cells that begin like this as formulas. */
const FORMULA = /^[=+\-@\t\r]/;
/** A negative amount begins like one, but is a number. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** One record of RFC 4180 with its line end; texts that a spreadsheet would run are marked as texts. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Makes spreadsheets read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
