import { FORMAT_LOCALES } from '@tallystick/protocol/format';
import { LANGUAGES, LANGUAGE_NAMES, type Language } from '@tallystick/protocol/languages';

export function formatLocale(language: Language): string {
  return FORMAT_LOCALES[language];
}

/** If no language is set, a browser may report `en-US@posix`, for which `Intl` throws. */
const TAG = /^[a-z\d]+(-[a-z\d]+)*$/i;

/**
 * The locale of dates: the browser's region for this language, if it has one (`en-US`: month first), otherwise the most
 * common form. Only English and Spanish differ by region; Chinese has a separate language for each script.
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

/** The first of the browser's languages that the app has. Hant, Hong Kong, Macau and Taiwan mean traditional Chinese. */
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
