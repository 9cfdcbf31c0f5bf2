import type { Page } from 'playwright-core';

/** Goes to a route within the app, as a link would, and waits until its page stands there with all it loads. */
export async function walkTo(page: Page, route: string): Promise<void> {
  await leaveFor(page, route);
  await page.evaluate(next => void (location.hash = next), `#${route}`);
  return settled(page);
}

/**
 * Before another page is gone to: the heading that stands there is not the one that `settled` waits for. A page that
 * only gets another query keeps its heading.
 */
export async function leaveFor(page: Page, route: string): Promise<void> {
  // A sheet that was just closed takes its entry in the history along, a moment later.
  await page.waitForFunction(() => document.querySelector('dialog[open]') || !history.state?.sheets);
  const path = (hash: string) => hash.replace(/^#/, '').split('?')[0];
  if (path(new URL(page.url()).hash) === path(route)) return;
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-left', ''));
}

/**
 * Until there is a heading that was not there before (or the word that the page failed), and nothing grey that stands
 * for what is still to come.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1:not([data-left]), main[role="alert"]') &&
      !document.querySelector('[class*="skeleton"]'),
  );
}
