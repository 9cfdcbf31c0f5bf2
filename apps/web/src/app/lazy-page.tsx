import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadNamespaces } from '#i18n/setup.ts';
import type { Namespace } from '#i18n/namespaces.ts';

/** After this time a file counts as failed (specification, section 8). */
const CHUNK_TIMEOUT_MS = 120_000;

export interface LazyPage {
  readonly Component: LazyExoticComponent<ComponentType>;
  /** Fetches the page's code and texts ahead of the tap. */
  readonly preload: () => void;
  /** Fetches the code alone: for the first page, before the texts have a language. */
  readonly preloadCode: () => void;
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('loading the page timed out')), CHUNK_TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A page that is fetched when first needed, with its texts. Page files export `Page`. */
export function lazyPage(
  load: () => Promise<{ readonly Page: ComponentType }>,
  namespaces: readonly Namespace[] = [],
): LazyPage {
  const fetch = async () => {
    const [module] = await withTimeout(Promise.all([load(), loadNamespaces(namespaces)]));
    return { default: module.Page };
  };
  return {
    Component: lazy(fetch),
    preload: () => {
      // Only a prefetch: a failure is shown, with a retry button, when the page is opened.
      fetch().catch(() => undefined);
    },
    preloadCode: () => {
      load().catch(() => undefined);
    },
  };
}
