import { CALLING_CODES } from '@tallystick/protocol/calling-codes';
import type { Language } from '@tallystick/protocol/languages';
import { plainText } from './plain-text.ts';

export interface Country {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** In the customer's language. */
  readonly name: string;
  /** With the plus sign. */
  readonly areaCode: string;
}

/** The country where most customers of a language live. */
const USUAL: Readonly<Record<Language, string>> = {
  zh: 'CN',
  en: 'US',
  hk: 'HK',
  jp: 'JP',
  kr: 'KR',
  esp: 'ES',
  th: 'TH',
  yn: 'VN',
};

/** All countries with a calling code, named and sorted in the customer's language. `tag` is a BCP 47 language tag. */
export function namedCountries(tag: string): readonly Country[] {
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const order = new Intl.Collator(tag);
  return [...CALLING_CODES]
    .map(([country, areaCode]) => ({ country, name: names.of(country) ?? country, areaCode }))
    .toSorted((a, b) => order.compare(a.name, b.name));
}

/** Matches the name with or without accents, the ISO code, and the calling code with or without its plus. */
export function searchCountries(countries: readonly Country[], text: string): readonly Country[] {
  const wanted = plainText(text.trim());
  if (wanted === '') return countries;
  const digits = wanted.replace(/^\+|^00/, '');
  if (/^\d+$/.test(digits)) return countries.filter(({ areaCode }) => areaCode.slice(1).startsWith(digits));
  return countries.filter(
    ({ name, country }) => plainText(name).includes(wanted) || country.toLowerCase() === wanted,
  );
}

/**
 * The country of the first of the browser's languages with a country and calling code (`en-GB`: GB); otherwise where most
 * customers of our language live.
 */
export function likelyCountry(wanted: readonly string[], language: Language): string {
  for (const tag of wanted) {
    // A script may precede the region: zh-Hant-TW.
    const region = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(tag)?.[1]?.toUpperCase();
    if (region !== undefined && CALLING_CODES.has(region)) return region;
  }
  return USUAL[language];
}
