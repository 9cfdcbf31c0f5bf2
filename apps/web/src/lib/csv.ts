import { saveText } from './save-text.ts';

export type CsvCell = string | number | boolean | null;

/** Spreadsheets run cells that begin like this as formulas. */
const FORMULA = /^[=+\-@\t\r]/;
/** A negative amount begins like a formula, but is a number. */
const NUMBER = /^-?\d+(\.\d+)?$/;

function cell(value: CsvCell): string {
  const text = value === null ? '' : String(value);
  const harmless = typeof value === 'string' && FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** RFC 4180, with the byte order mark that makes spreadsheets read UTF-8. */
export function toCsv(heading: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${[heading, ...rows].map(row => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** `orders` → `tallystick-orders-2026-11-21.csv`. */
export function csvName(what: string): string {
  return `tallystick-${what}-${new Date().toISOString().slice(0, 10)}.csv`;
}

/** Lets the customer save a file. */
export function saveCsv(name: string, text: string): void {
  saveText(name, text, 'text/csv;charset=utf-8');
}
