import type { Browser, Page } from 'playwright-core';
import { complaintsOf } from './complaints.ts';
import { savePicture } from './picture.ts';
import { slowDown } from './slow-network.ts';

/** How long to wait for anything to appear, also on a busy machine. */
export const TIMEOUT_MS = 60_000;

export interface Phone {
  readonly page: Page;
  /** Uncaught errors, console errors and breaches of the content policy, oldest first. */
  readonly complaints: string[];
  /** See `savePicture`. */
  picture(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface PhoneOptions {
  /** BCP 47 tag of the phone's language. */
  readonly locale?: string;
  readonly reducedMotion?: boolean;
  /**
   * Whether the app may use its service worker. Off by default, because a worker's answers bypass the routes by which tests
   * hold answers back.
   */
  readonly worker?: boolean;
}

/** A new phone, 390 × 844, that has never seen the app. */
export async function openPhone(browser: Browser, options: PhoneOptions = {}): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: options.locale ?? 'en-GB',
    timezoneId: 'Asia/Bangkok',
    acceptDownloads: true,
    reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
    permissions: ['clipboard-read', 'clipboard-write', ...(options.worker ? ['notifications'] : [])],
    serviceWorkers: options.worker ? 'allow' : 'block',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await slowDown(context, page);
  const complaints = await complaintsOf(page);
  return {
    page,
    complaints,
    picture: name => savePicture(page, name),
    close: () => context.close(),
  };
}
