import type { Language } from '@tallystick/protocol/languages';

/** What the phone shows of the app, in the language the app has when it is installed. */
export function linkManifest(language: Language): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (link) link.href = `${import.meta.env.BASE_URL}manifest.${language}.webmanifest`;
}
