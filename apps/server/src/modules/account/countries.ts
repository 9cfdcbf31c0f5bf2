import { LANGUAGE_NAMES, type Language } from '@tallystick/protocol';
import { CALLING_CODES } from '@tallystick/protocol/calling-codes';

export interface Country {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly name: string;
  /** With the plus: `+84`. */
  readonly area_code: string;
}

const codes: ReadonlySet<string> = new Set(CALLING_CODES.values());
const lists = new Map<Language, readonly Country[]>();

/** `84`, without the plus. */
export function isCallingCode(code: string): boolean {
  return codes.has(`+${code}`);
}

/** ISO 3166 alpha-2, of a country with a calling code. */
export function isCountry(code: string): boolean {
  return CALLING_CODES.has(code);
}

/** All countries with a calling code, named and sorted in the language. */
export function countriesIn(language: Language): readonly Country[] {
  const known = lists.get(language);
  if (known !== undefined) return known;
  const { tag } = LANGUAGE_NAMES[language];
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const collator = new Intl.Collator(tag);
  const list = [...CALLING_CODES]
    .map(([country, areaCode]) => ({ country, name: names.of(country) ?? country, area_code: areaCode }))
    .toSorted((a, b) => collator.compare(a.name, b.name));
  lists.set(language, list);
  return list;
}
