import { currentLocale } from '#lib/format-locale.ts';

/** The one place where what customers type or paste becomes a decimal string: see `format.ts` for the way back. */

/**
 * Typed text as a canonical decimal string: comma or point is the decimal mark, spaces are dropped, digits beyond
 * `decimals` are cut off. `''` stays empty; `'12.'` is kept while typing. Anything else (a letter, a sign) is rejected:
 * the result is `before`.
 */
export function typedDecimal(text: string, decimals: number, before: string): string {
  const plain = halfWidth(text).replace(/\s/g, '').replace(/[,٫]/g, '.');
  if (!/^[\d.]*$/.test(plain)) return before;
  const [whole = '', ...rest] = plain.split('.');
  if (rest.length === 0) return whole.replace(/^0+(?=\d)/, '');
  const digits = (whole || '0').replace(/^0+(?=\d)/, '');
  return decimals === 0 ? digits : `${digits}.${rest.join('').slice(0, decimals)}`;
}

/** Full-width digits and marks of East Asian keyboards: `１．５` → `1.5`. */
function halfWidth(text: string): string {
  return text.replace(/[０-９．，]/g, wide => String.fromCodePoint(wide.codePointAt(0)! - 0xfee0));
}

/** A copied number: digits with decimal and grouping marks, a plus, and a currency's sign or code at either end. */
const COPIED = /^\s*\+?(?:\p{Sc}|[A-Z]{2,10}\s)?\s*(\d[\d.,٫'’\s]*|[.,٫]\d+)(?:\p{Sc}|[A-Z]{2,10})?\s*$/u;

/**
 * Pasted text as a canonical decimal string. Unlike typed text it may have grouping marks: `1,234.56`, `1.234,56`,
 * `1 234,56`. If both marks occur, the last is the decimal one; a repeated mark is for grouping; a single mark that
 * could be either is read as in the current language. Any other text (`-1`, `1e5`, `0x10`) is rejected, because a
 * guess could be an amount nobody meant.
 */
export function pastedDecimal(text: string, decimals: number, before: string): string {
  const copied = COPIED.exec(halfWidth(text))?.[1];
  if (copied === undefined) return before;
  const plain = copied.replace(/['’\s]/g, '').replaceAll('٫', '.');
  const lastComma = plain.lastIndexOf(',');
  const lastPoint = plain.lastIndexOf('.');
  const last = plain.charAt(Math.max(lastComma, lastPoint));
  const count = plain.split(last).length - 1;
  const both = lastComma >= 0 && lastPoint >= 0;
  const looksGrouped = /^\d{1,3}[.,]\d{3}$/.test(plain) && last === currentLocale().marks.group;
  if (last && !both && (count > 1 || looksGrouped)) {
    return typedDecimal(plain.replace(/[.,]/g, ''), decimals, before);
  }
  const other = last === ',' ? /\./g : /,/g;
  return typedDecimal(plain.replace(other, ''), decimals, before);
}

/** The canonical string with the customer's decimal mark and no grouping, for a field in use. */
export function shownWhileTyping(value: string): string {
  const { decimal } = currentLocale().marks;
  return decimal === '.' ? value : value.replace('.', decimal);
}
