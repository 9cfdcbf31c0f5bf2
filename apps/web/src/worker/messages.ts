import type { Language } from '@tallystick/protocol/languages';

/** Messages from a page to the worker. */
export type ToWorker =
  /** These parts of the app are in use and must be available offline. */
  | { readonly type: 'keep'; readonly urls: readonly string[] }
  /** The app is installed: store all of it, with the texts of this language. */
  | { readonly type: 'keepApp'; readonly language: Language }
  /** The language of texts that the worker shows by itself. */
  | { readonly type: 'language'; readonly language: Language }
  /** The customer wants the new version: it must replace the previous one. */
  | { readonly type: 'takeOver' };

/** Messages from the worker to a page. */
export type ToPage =
  /** A notification was pressed that leads there. */
  | { readonly type: 'goTo'; readonly route: string }
  /** The push service changed the subscription's address: the server must be told. */
  | { readonly type: 'subscriptionChanged' };

export function isToPage(value: unknown): value is ToPage {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  if (value.type === 'subscriptionChanged') return true;
  return value.type === 'goTo' && 'route' in value && typeof value.route === 'string';
}

export function isToWorker(value: unknown): value is ToWorker {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  switch (value.type) {
    case 'keep':
      return 'urls' in value && Array.isArray(value.urls) && value.urls.every(url => typeof url === 'string');
    case 'keepApp':
    case 'language':
      return 'language' in value && typeof value.language === 'string';
    default:
      return value.type === 'takeOver';
  }
}
