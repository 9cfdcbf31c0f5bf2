import type { Language } from '@tallystick/protocol/languages';
import { setRequestLanguage } from '#lib/api-client.ts';
import { setFormatLocale } from '#lib/format-locale.ts';
import { queryClient } from '#lib/query-client.ts';
import { createSignal } from '#lib/signal.ts';
import { onStoredElsewhere, readStored, writeStored } from '#lib/storage.ts';
import { useSyncExternalStore } from 'react';
import { dateLocale, formatLocale, isLanguage, languageTag, matchLanguage } from './languages.ts';
import { EAGER_NAMESPACES, type Namespace } from './namespaces.ts';
import { loadTexts, switchTexts, textLanguage } from './texts.ts';

const changed = createSignal<void>();

function applyLanguage(language: Language): void {
  setRequestLanguage(language);
  setFormatLocale(formatLocale(language), dateLocale(language, navigator.languages));
  document.documentElement.lang = languageTag(language);
}

/** The customer's choice, otherwise the browser's language, otherwise undefined: then the operator's default applies. */
export function chosenLanguage(): Language | undefined {
  const stored = readStored('lang');
  return isLanguage(stored) ? stored : matchLanguage(navigator.languages);
}

/** Loads the texts of the first page, and follows other tabs' choices. Call once, before the first render. */
export async function startLanguage(): Promise<void> {
  onStoredElsewhere(['lang'], () => {
    // If the texts do not arrive, this tab keeps its language.
    changeLanguage(chosenLanguage() ?? currentLanguage(), false).catch(() => undefined);
  });
  const language = chosenLanguage() ?? 'en';
  applyLanguage(language);
  await switchTexts(language);
  await loadNamespaces(EAGER_NAMESPACES);
}

/** Fetches a page's texts, in parallel with its code. */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  await Promise.all(namespaces.map(loadTexts));
}

export function currentLanguage(): Language {
  return textLanguage();
}

/** The current language; renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(changed.listen, textLanguage);
}

/**
 * Switches as soon as the texts are loaded, and stores the choice on this device. False if another language was chosen
 * meanwhile.
 */
export async function changeLanguage(language: Language, remember = true): Promise<boolean> {
  if (remember) writeStored('lang', language);
  const before = textLanguage();
  // Texts first: until they are loaded, the screen would show keys.
  if (!(await switchTexts(language))) return false;
  if (language !== before) {
    applyLanguage(language);
    // The server sends names and notices in the language of the request. Every page begins anew, and then asks once.
    void queryClient.invalidateQueries({ refetchType: 'none' });
    changed.emit();
  }
  return true;
}
