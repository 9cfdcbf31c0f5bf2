import { marksOf } from '@tallystick/protocol/format';

/** Settings of every formatter of ui/format.ts. A new object whenever it changes. */
export interface FormatLocale {
  /** Decimal and grouping marks of numbers. */
  readonly marks: ReturnType<typeof marksOf>;
  /** Locale of dates, which may be another region of the same language. */
  readonly dateTag: string;
  /** Time zone of dates; undefined follows the device. */
  readonly timeZone: string | undefined;
}

let current: FormatLocale = { marks: marksOf('en-US'), dateTag: 'en-US', timeZone: undefined };

export const currentLocale = (): FormatLocale => current;

/** Called when the language changes. */
export function setFormatLocale(tag: string, forDates = tag): void {
  current = { ...current, marks: marksOf(tag), dateTag: forDates };
}

export function setFormatTimeZone(timeZone: string | undefined): void {
  current = { ...current, timeZone };
}
