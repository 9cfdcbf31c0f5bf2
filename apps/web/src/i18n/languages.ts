import { FORMAT_LOCALES } from '@tallystick/protocol/format';
import { LANGUAGES, LANGUAGE_NAMES, type Language } from '@tallystick/protocol/languages';

export function formatLocale(language: Language): string {
  return FORMAT_LOCALES[language];
}

/** Where no language is set a browser may say `en-US@posix`, which formats of dates throw at. */
const TAG = /^[a-z\d]+(-[a-z\d]+)*$/i;

/**
 * How dates are written: as in the region of the browser's first language that is this one (`en-US`: month first);
 * without one as most of the world writes that language. Chinese has a language of ours for each of its scripts.
 */
export function dateLocale(language: Language, wanted: readonly string[]): string {
  const primary = languageTag(language).split('-')[0];
  const own = wanted.find(tag => TAG.test(tag) && tag.split('-')[0]?.toLowerCase() === primary);
  if (language === 'en') return own?.includes('-') ? own : 'en-GB';
  return language === 'esp' && own?.includes('-') ? own : FORMAT_LOCALES[language];
}

export function languageTag(language: Language): string {
  return LANGUAGE_NAMES[language].tag;
}

export function isLanguage(code: string | undefined): code is Language {
  return LANGUAGES.some(language => language === code);
}

/**
 * The first of the browser's languages that we speak. Chinese is told apart by script and region:
 * traditional for Hant, Hong Kong, Macau and Taiwan.
 */
export function matchLanguage(wanted: readonly string[]): Language | undefined {
  for (const tag of wanted) {
    const lower = tag.toLowerCase();
    if (lower.startsWith('zh')) return /hant|-hk|-mo|-tw/.test(lower) ? 'hk' : 'zh';
    const primary = lower.split('-')[0];
    const match = LANGUAGES.find(language => LANGUAGE_NAMES[language].tag.split('-')[0] === primary);
    if (match) return match;
  }
  return undefined;
}
