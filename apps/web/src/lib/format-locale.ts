import { marksOf } from '@tallystick/protocol/format';

/** Settings of every formatter of ui/format.ts. A new object whenever it changes. */
export interface FormatLocale {
  /** How numbers are marked and grouped. */
  readonly marks: ReturnType<typeof marksOf>;
  /** Dates may follow another region of the same language, with other grouping of numbers. */
  readonly dateTag: string;
  /** Of dates; undefined follows the device. */
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
