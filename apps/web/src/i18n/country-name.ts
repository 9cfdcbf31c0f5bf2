import { languageTag } from './languages.ts';
import { currentLanguage } from './setup.ts';

/** What a country (ISO 3166 alpha-2) is called in the current language; empty for what is no such code. */
export function countryName(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return '';
  return new Intl.DisplayNames(languageTag(currentLanguage()), { type: 'region' }).of(country) ?? country;
}
