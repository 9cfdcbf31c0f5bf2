import type { Page } from 'playwright-core';

/** Goes to a route within the app, as a link would, and waits until its page stands there with all it loads. */
export async function walkTo(page: Page, route: string): Promise<void> {
  if (new URL(page.url()).hash === `#${route}`) return settled(page);
  await page.evaluate(next => {
    document.querySelector('h1')?.setAttribute('data-left', '');
    location.hash = next;
  }, `#${route}`);
  return settled(page);
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
