import { FORMAT_LOCALES, marksOf, splitDecimal, withMarks, type NumberMarks } from './format.ts';
import type { Language } from './languages.ts';

/** How amounts, prices, percents and moments stand in what the server writes: notices, pushes, mails, paper. */

const marks = new Map<Language, NumberMarks>();

function marksIn(language: Language): NumberMarks {
  const known = marks.get(language) ?? marksOf(FORMAT_LOCALES[language]);
  marks.set(language, known);
  return known;
}

/** A number that is no part of a word, a name, a version, a date or a time. */
const NUMBER = /(?<![\p{L}\p{N}_.,:/#-])[+-]?\d+(?:\.\d+)?(?![\p{L}\p{N}_:/-]|[.,]\d)/gu;

/**
 * Every number of a short text of figures with the marks of the language: `'1234.5 USDT + 0.1 BTC'` in Vietnamese →
 * `1.234,5 USDT + 0,1 BTC`. No digit and no sign is lost or added. The sign stays the one SMS and printed fonts have.
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
 * A moment (milliseconds since the epoch) in UTC, for what is written once and read in all time zones. Those who read
 * English differ about which of day and month comes first, so there the month has its name.
 */
export function momentIn(language: Language, atMs: number, style: MomentStyle): string {
  const key = `${language}/${style}`;
  const format = moments.get(key) ?? momentFormat(language, style);
  moments.set(key, format);
  // Some languages put spaces of other widths between their fields, which not every font has.
  return format.format(atMs).replaceAll(/\s/gu, ' ');
}

function momentFormat(language: Language, style: MomentStyle): Intl.DateTimeFormat {
  const options = { ...STYLES[style], timeZone: 'UTC' };
  if (language !== 'en') return new Intl.DateTimeFormat(FORMAT_LOCALES[language], options);
  return new Intl.DateTimeFormat('en-GB', style === 'long' ? options : { ...options, month: 'short' });
}
