import { lazy } from 'react';
import { preloadToast } from '#ui/toast.ts';
import { lazyPage } from './lazy-page.tsx';
import { paths, tabPaths } from '../lib/paths.ts';

export const homePage = lazyPage(() => import('#pages/index/index.tsx'), ['home', 'market', 'notice']);

/** Where all other pages lie is a tenth of the app's own first load, and home is where most begin. */
export const OtherPages = lazy(async () => ({ default: (await import('./other-pages.tsx')).OtherPages }));

const isHome = (path: string | undefined): boolean =>
  path === undefined || ['', '/', paths.home.path].includes(path);

/** Only a head start: a failure shows, with the offer to retry, when the page is really opened. */
function preload(path: string, part: 'preload' | 'preloadCode'): void {
  import('./other-pages.tsx').then(pages => pages.otherPage(path)?.[part]()).catch(() => undefined);
}

export function preloadRoute(path: string): void {
  if (isHome(path)) homePage.preload();
  else preload(path, 'preload');
}

/** Starts fetching the page the address names while the texts are still on their way. */
export function preloadFirstPage(): void {
  const path = window.location.hash.slice(1).split('?')[0];
  if (isHome(path)) homePage.preloadCode();
  else preload(path!, 'preloadCode');
}

/**
 * Fetches the other tabs and what draws messages at the first touch or key: who only looks at the first page does not
 * pay for them.
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
