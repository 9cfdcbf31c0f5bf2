import type { Language } from '@tallystick/protocol/languages';

/** The installed app's name and texts, in the app's language at installation. */
export function linkManifest(language: Language): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (link) link.href = `${import.meta.env.BASE_URL}manifest.${language}.webmanifest`;
}
