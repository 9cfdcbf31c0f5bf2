import type { Page } from 'playwright-core';
import { isAtPage, isSettled, markLeft } from './in-page.ts';

/** Goes to a route within the app, as a link would, and waits until its page has loaded. */
export async function walkTo(page: Page, route: string): Promise<void> {
  await leaveFor(page, route);
  await page.evaluate(next => void (location.hash = next), `#${route}`);
  return settled(page);
}

/** Call before leaving a page: see `markLeft`. A sheet that was just closed leaves the history a moment later. */
export async function leaveFor(page: Page, route: string): Promise<void> {
  await page.waitForFunction(isAtPage);
  await page.evaluate(markLeft, route);
}

/** See `isSettled`. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(isSettled);
}
