import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '@tallystick/protocol/languages';
import { setRequestLanguage } from '#lib/api-client.ts';
import { readStored, writeStored } from '#lib/storage.ts';
import { setFormatLocale } from '#ui/format.ts';
import { formatLocale, isLanguage, languageTag, matchLanguage } from './languages.ts';
import { EAGER_NAMESPACES, type Namespace } from './namespaces.ts';

type TextModule = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const files = import.meta.glob<TextModule>('./*/*.ts');

/** Brings one namespace of one language. Each is a small chunk of its own. */
const chunkBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: async (language: string, namespace: string) => {
    const load = files[`./${language}/${namespace}.ts`];
    if (!load) throw new Error(`no texts for ${language}/${namespace}`);
    return (await load())[namespace] ?? {};
  },
};

function applyLanguage(language: Language): void {
  setRequestLanguage(language);
  setFormatLocale(formatLocale(language));
  document.documentElement.lang = languageTag(language);
}

/** What the customer chose, else what the browser asks for, else undefined: then the operator decides. */
export function chosenLanguage(): Language | undefined {
  const stored = readStored('lang');
  return isLanguage(stored) ? stored : matchLanguage(navigator.languages);
}

/** Loads the texts of the first page. Call once, before the first render. */
export async function startLanguage(): Promise<void> {
  const language = chosenLanguage() ?? 'en';
  applyLanguage(language);
  await i18next
    .use(chunkBackend)
    .use(initReactI18next)
    .init({
      lng: language,
      // A key missing in one language would be a bug that a test finds; loading English for it would cost all.
      fallbackLng: false,
      ns: [...EAGER_NAMESPACES],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
}

/** Fetches the texts a page needs, beside its code instead of after it. */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  if (namespaces.length > 0) await i18next.loadNamespaces([...namespaces]);
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'en';
}

/** Switches at once and remembers the choice on this device. */
export async function changeLanguage(language: Language, remember = true): Promise<void> {
  if (remember) writeStored('lang', language);
  if (language === i18next.language) return;
  // Texts first: what is on screen must not fall back to keys while they are on their way.
  await i18next.loadLanguages(language);
  applyLanguage(language);
  await i18next.changeLanguage(language);
}
