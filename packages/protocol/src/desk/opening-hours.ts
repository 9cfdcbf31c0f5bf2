/** Part of a day, in minutes since its midnight; the end is not in it. Days count from 0, Monday. */
export interface OpenPart {
  readonly day: number;
  readonly fromMinute: number;
  readonly toMinute: number;
}

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const RULE = /^([A-Z][a-z])(?:-([A-Z][a-z]))? ([0-2]\d):([0-5]\d)-([0-2]\d):([0-5]\d)$/;
const MAX_RULES = 21;
const DAY_MINUTES = 1_440;

/**
 * Parses opening hours such as `Mo-Fr 09:00-18:00; Sa 10:00-14:00` (the notation of OpenStreetMap). Empty text: always
 * open, no parts. Null if invalid. A day ends at 24:00 at the latest.
 */
export function parseOpeningHours(text: string): readonly OpenPart[] | null {
  if (text.trim() === '') return [];
  const rules = text.split(';').map(rule => partsOf(rule.trim()));
  if (rules.length > MAX_RULES || rules.includes(null)) return null;
  return rules.flatMap(parts => parts ?? []);
}

function partsOf(rule: string): OpenPart[] | null {
  const [, first = '', last = first, fromHour, fromMin, toHour, toMin] = RULE.exec(rule) ?? [];
  const [from, to] = [DAYS.indexOf(first), DAYS.indexOf(last)];
  const fromMinute = Number(fromHour) * 60 + Number(fromMin);
  const toMinute = Number(toHour) * 60 + Number(toMin);
  if (from < 0 || to < 0 || !(fromMinute < toMinute) || toMinute > DAY_MINUTES) return null;
  const days = ((to - from + 7) % 7) + 1;
  return Array.from({ length: days }, (_, index) => ({ day: (from + index) % 7, fromMinute, toMinute }));
}

/** Whether it is a time zone of the IANA list, such as `Asia/Tokyo`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
