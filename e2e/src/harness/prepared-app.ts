import { inject } from 'vitest';
import { closeContexts, openApp, openExchange, type App, type RunningExchange } from './app.ts';
import { sharedBrowser } from './browser.ts';
import { copyOf, QUIETER, type Prepared } from './prepared-place.ts';
import type { SharedAddress } from './shared-exchange.ts';

declare module 'vitest' {
  interface ProvidedContext {
    preparedExchange: Prepared;
    /** See `offerSharedExchange`. */
    sharedExchange: string;
  }
}

const prepare = () => copyOf(inject('preparedExchange'));

/** An exchange of this file's own, copied from one that ran before: it has charts, demo traders and offers. */
export async function startPreparedApp(env: Readonly<Record<string, string>> = {}): Promise<App> {
  return openApp(await prepare(), { ...QUIETER, ...env }, sharedBrowser);
}

/**
 * The exchange that other files use at the same time, without rate limits: for files that use only their own customers and
 * addresses and change nothing others see.
 */
export async function enterSharedApp(): Promise<App> {
  const [reply, browser] = await Promise.all([fetch(inject('sharedExchange')), sharedBrowser()]);
  if (!reply.ok) throw new Error(`the shared exchange did not start: ${await reply.text()}`);
  return {
    ...((await reply.json()) as SharedAddress),
    browser,
    restart: () => Promise.reject(new Error('others are using it')),
    close: () => closeContexts(browser),
  };
}

/** As `startPreparedApp` without a browser, for tests that start another one. */
export async function startPreparedExchange(): Promise<RunningExchange> {
  return openExchange(await prepare(), {});
}

/** As `startPreparedApp`, with the address of its database, to read what the server writes. */
export async function startReadableApp(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly app: App; readonly databaseUrl: string }> {
  const place = await prepare();
  return { app: await openApp(place, { ...QUIETER, ...env }, sharedBrowser), databaseUrl: place.databaseUrl };
}
