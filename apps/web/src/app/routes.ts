import { lazy } from 'react';
import { preloadToast } from '#ui/toast.ts';
import { lazyPage } from './lazy-page.tsx';
import { paths, tabPaths } from '../lib/paths.ts';

export const homePage = lazyPage(() => import('#pages/index/index.tsx'), ['home', 'market', 'notice']);

/** Other pages' routes are a tenth of the app's first load and are loaded later, because most visits begin at home. */
export const OtherPages = lazy(async () => ({ default: (await import('./other-pages.tsx')).OtherPages }));

const isHome = (path: string | undefined): boolean =>
  path === undefined || ['', '/', paths.home.path].includes(path);

/** Only a prefetch: a failure is shown, with a retry button, when the page is opened. */
function preload(path: string, part: 'preload' | 'preloadCode'): void {
  import('./other-pages.tsx').then(pages => pages.otherPage(path)?.[part]()).catch(() => undefined);
}

export function preloadRoute(path: string): void {
  if (isHome(path)) homePage.preload();
  else preload(path, 'preload');
}

/** Starts fetching the page of the address while the texts are still loading. */
export function preloadFirstPage(): void {
  const path = window.location.hash.slice(1).split('?')[0];
  if (isHome(path)) homePage.preloadCode();
  else preload(path!, 'preloadCode');
}

/**
 * Fetches the other tabs and the message display at the first touch or key: visitors who only look at the first page need
 * not load them.
 */
export function preloadTabs(): void {
  const fetch = () => {
    window.removeEventListener('pointerdown', fetch);
    window.removeEventListener('keydown', fetch);
    preloadToast();
    tabPaths.forEach(preloadRoute);
  };
  window.addEventListener('pointerdown', fetch);
  window.addEventListener('keydown', fetch);
}
