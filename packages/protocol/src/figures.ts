import { FORMAT_LOCALES, marksOf, splitDecimal, withMarks, type NumberMarks } from './format.ts';
import type { Language } from './languages.ts';

/** How amounts, prices, percents and times are written by the server: in notices, pushes, mails and PDF files. */

const marks = new Map<Language, NumberMarks>();

function marksIn(language: Language): NumberMarks {
  const known = marks.get(language) ?? marksOf(FORMAT_LOCALES[language]);
  marks.set(language, known);
  return known;
}

/** A number that is no part of a word, a name, a version, a date or a time. */
const NUMBER = /(?<![\p{L}\p{N}_.,:/#-])[+-]?\d+(?:\.\d+)?(?![\p{L}\p{N}_:/-]|[.,]\d)/gu;

/**
 * Formats every number of a short text with the marks of the language: `'1234.5 USDT + 0.1 BTC'` in Vietnamese →
 * `1.234,5 USDT + 0,1 BTC`. No digit or sign is lost or added. The minus sign stays one that SMS and PDF fonts have.
 */
export function figuresIn(language: Language, text: string): string {
  return text.replace(NUMBER, number => {
    const parts = splitDecimal(number);
    if (parts === undefined) return number;
    const sign = /^[+-]/.exec(number)?.[0] ?? '';
    return sign + withMarks(parts.whole, parts.fraction, marksIn(language));
  });
}

type MomentStyle = 'day' | 'minute' | 'second' | 'long';

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const STYLES: Readonly<Record<MomentStyle, Intl.DateTimeFormatOptions>> = {
  day: DAY,
  minute: MINUTE,
  second: { ...MINUTE, second: '2-digit' },
  long: { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' },
};

const moments = new Map<string, Intl.DateTimeFormat>();

/**
 * A time (milliseconds since the epoch) in UTC, for texts read in all time zones. English readers disagree about the
 * order of day and month, so the month is written as a name.
 */
export function momentIn(language: Language, atMs: number, style: MomentStyle): string {
  const key = `${language}/${style}`;
  const format = moments.get(key) ?? momentFormat(language, style);
  moments.set(key, format);
  // Some languages use spaces of other widths, which not every font has.
  return format.format(atMs).replaceAll(/\s/gu, ' ');
}

function momentFormat(language: Language, style: MomentStyle): Intl.DateTimeFormat {
  const options = { ...STYLES[style], timeZone: 'UTC' };
  if (language !== 'en') return new Intl.DateTimeFormat(FORMAT_LOCALES[language], options);
  return new Intl.DateTimeFormat('en-GB', style === 'long' ? options : { ...options, month: 'short' });
}
