import { languageTag } from './languages.ts';
import { currentLanguage } from './setup.ts';

/** A country's name (ISO 3166 alpha-2) in the current language; empty for other codes. */
export function countryName(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return '';
  return new Intl.DisplayNames(languageTag(currentLanguage()), { type: 'region' }).of(country) ?? country;
}
