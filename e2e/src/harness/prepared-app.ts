import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { closeContexts, openApp, openExchange, type App, type RunningExchange } from './app.ts';
import { sharedBrowser, type Font } from './browser.ts';
import { copyOf, QUIETER, type Prepared } from './prepared-place.ts';
import type { FurnishedAddress, SharedAddress } from './shared-exchange.ts';
import type { Furnished } from './walk/furnish.ts';

declare module 'vitest' {
  interface ProvidedContext {
    preparedExchange: Prepared;
    /** See `offerSharedExchanges`. */
    sharedExchanges: string;
  }
}

const prepare = () => copyOf(inject('preparedExchange'));

/** This file's own exchange, started once and stopped before: charts, demo traders and offers are there. */
export async function startPreparedApp(env: Readonly<Record<string, string>> = {}): Promise<App> {
  return openApp(await prepare(), { ...QUIETER, ...env }, sharedBrowser);
}

/**
 * The exchange that other files use at the same time, without rate limits: for files that use only their own customers and
 * addresses and change nothing others see.
 */
export async function enterSharedApp(): Promise<App> {
  return enter(await ask<SharedAddress>('plain'), await sharedBrowser());
}

export interface FurnishedApp extends App {
  readonly furnished: Furnished;
}

/** The exchange that the files of the walk go through, see `furnish`. */
export async function enterFurnishedApp(font: Font): Promise<FurnishedApp> {
  const [address, browser] = await Promise.all([ask<FurnishedAddress>('furnished'), sharedBrowser(font)]);
  return { ...enter(address, browser), furnished: address };
}

async function ask<Address>(which: 'plain' | 'furnished'): Promise<Address> {
  const reply = await fetch(`${inject('sharedExchanges')}/${which}`);
  if (!reply.ok) throw new Error(`the ${which} exchange did not start: ${await reply.text()}`);
  return (await reply.json()) as Address;
}

function enter({ url, webUrl }: SharedAddress, browser: Browser): App {
  return {
    url,
    webUrl,
    browser,
    restart: () => Promise.reject(new Error('others are using it')),
    close: () => closeContexts(browser),
  };
}

/** The same for browsers that are started otherwise. */
export async function startPreparedExchange(): Promise<RunningExchange> {
  return openExchange(await prepare(), {});
}

/** The same with the address of its database, to read what the server writes. */
export async function startReadableApp(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly app: App; readonly databaseUrl: string }> {
  const place = await prepare();
  return { app: await openApp(place, { ...QUIETER, ...env }, sharedBrowser), databaseUrl: place.databaseUrl };
}
