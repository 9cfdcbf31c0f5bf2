import { formatMinor } from '@tallystick/core/money/decimal';
import { splitDecimal, withMarks } from '@tallystick/protocol/format';
import { currentLocale } from '#lib/format-locale.ts';

/**
 * The one place where decimal strings become text. Amounts and prices stay decimal strings up to the screen and never
 * become floating-point numbers; only compact volumes and plotted points, which are approximate anyway, use numbers.
 * Everything truncates toward zero. Unknown values are shown as a dash, never as zero.
 */

export const UNKNOWN = '—';

export interface DecimalFormat {
  /** Maximum digits after the point; further ones are cut off, never rounded. Default: all. */
  readonly decimals?: number;
  /** Minimum digits after the point, filled with zeros. Default: 0. */
  readonly minDecimals?: number;
  /** 'always' puts a plus before positive values; 'never' drops the sign. */
  readonly sign?: 'auto' | 'always' | 'never';
}

/** `'-1234.5'` → `−1,234.5` in the current locale; unknown or malformed values become a dash. */
export function formatDecimal(value: string | null | undefined, format: DecimalFormat = {}): string {
  const parts = splitDecimal(value);
  if (!parts) return UNKNOWN;
  const kept = format.decimals === undefined ? parts.fraction : parts.fraction.slice(0, format.decimals);
  const trimmed = kept
    .replace(/0+$/, '')
    .padEnd(Math.min(format.minDecimals ?? 0, format.decimals ?? 99), '0');
  const isZero = /^0*$/.test(parts.whole + trimmed);
  const body = withMarks(parts.whole, trimmed, currentLocale().marks);
  if (isZero || format.sign === 'never') return body;
  if (parts.negative) return `−${body}`;
  return format.sign === 'always' ? `+${body}` : body;
}

/** An amount with the currency's usual digits: at least two for readability, at most `decimals`. */
export function formatAmount(value: string | null | undefined, decimals = 8): string {
  return formatDecimal(value, { decimals, minDecimals: Math.min(2, decimals) });
}

/**
 * Minor units with every digit, and the currency: for amounts shown with their sum, which would not add up if each
 * were truncated separately.
 */
export function exactAmount(
  minor: bigint | null,
  { code, decimals }: { readonly code: string; readonly decimals: number },
): string {
  return minor === null ? UNKNOWN : `${formatAmount(formatMinor(minor, decimals), decimals)} ${code}`;
}

/** A price with exactly `decimals` digits, so that columns of prices line up. */
export function formatPrice(value: string | null | undefined, decimals: number): string {
  return formatDecimal(value, { decimals, minDecimals: decimals });
}

/** Percent points (`'2.41'` → `+2.41%`), truncated to two digits, signed. */
export function formatPercent(value: string | null | undefined, format: DecimalFormat = {}): string {
  const text = formatDecimal(value, { decimals: 2, minDecimals: 2, sign: 'always', ...format });
  return text === UNKNOWN ? text : `${text}%`;
}

/** `'318400000'` → `318.4M` (or 3.18億, by language). Approximate on purpose: for volumes only. */
export function formatCompact(value: string | null | undefined): string {
  const parts = splitDecimal(value);
  if (!parts) return UNKNOWN;
  return new Intl.NumberFormat(currentLocale().marks.tag, {
    notation: 'compact',
    // At most four digits, whatever units the language uses: 5.73B, 186.3M, 4295만.
    maximumFractionDigits: 2,
    maximumSignificantDigits: 4,
    roundingPriority: 'lessPrecision',
  }).format(plotNumber(value) ?? 0);
}

/** A decimal string as a coordinate for drawing; undefined when unknown. Never for displayed amounts. */
export function plotNumber(value: string | null | undefined): number | undefined {
  return splitDecimal(value) ? Number(value) : undefined;
}

/** -1, 0 or 1 for a decimal string; undefined when unknown. */
export function signOf(value: string | null | undefined): -1 | 0 | 1 | undefined {
  const parts = splitDecimal(value);
  if (!parts) return undefined;
  if (/^0*$/.test(parts.whole + parts.fraction)) return 0;
  return parts.negative ? -1 : 1;
}

/** Number of digits after the point in a tick or lot size: `'0.00010'` → 4, `'1'` → 0. */
export function decimalsOf(size: string): number {
  return (splitDecimal(size)?.fraction ?? '').replace(/0+$/, '').length;
}

export type DateStyle =
  | 'date'
  | 'time'
  | 'minute'
  | 'dateTime'
  | 'dayMinute'
  | 'weekday'
  | 'month'
  | 'weekdayName'
  | 'weekdayLong'
  | 'dayNumber'
  | 'fullDate';

const dateOptions: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { year: 'numeric', month: '2-digit', day: '2-digit' },
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  dateTime: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  },
  dayMinute: { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  weekdayName: { weekday: 'short' },
  weekdayLong: { weekday: 'long' },
  dayNumber: { day: 'numeric' },
  fullDate: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
};

const dateFormats = new Map<DateStyle, Intl.DateTimeFormat>();
let dateFormatsOf = currentLocale();

/** The latest time a JavaScript `Date` can hold; formatting a later one throws. */
const LAST_MS = 8_640_000_000_000_000;

/** A moment (milliseconds since the epoch) in the customer's language and time zone. */
export function formatDate(atMs: number | null | undefined, style: DateStyle = 'dateTime'): string {
  if (atMs === null || atMs === undefined || !(Math.abs(atMs) <= LAST_MS)) return UNKNOWN;
  const locale = currentLocale();
  if (dateFormatsOf !== locale) dateFormats.clear();
  dateFormatsOf = locale;
  let format = dateFormats.get(style);
  if (!format) {
    const { dateTag, timeZone } = locale;
    format = new Intl.DateTimeFormat(dateTag, { ...dateOptions[style], ...(timeZone ? { timeZone } : {}) });
    dateFormats.set(style, format);
  }
  return format.format(atMs);
}

/** In the customer's region: 1 Monday to 7 Sunday. Monday (ISO 8601) if the browser does not know. */
export function firstDayOfWeek(): number {
  const locale = new Intl.Locale(currentLocale().dateTag) as Intl.Locale & {
    readonly getWeekInfo?: () => { readonly firstDay: number };
    readonly weekInfo?: { readonly firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** A list in the customer's language: `BTC, ETH and SOL`. */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(currentLocale().marks.tag, { type: 'conjunction' }).format(items);
}
