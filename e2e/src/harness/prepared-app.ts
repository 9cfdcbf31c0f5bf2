import { IS_CLUSTER } from '@tallystick/server/testing/which-exchange';
import { inject } from 'vitest';
import {
  closeContexts,
  openApp,
  openExchange,
  startApp,
  type App,
  type Place,
  type RunningExchange,
} from './app.ts';
import { launchBrowser, sharedBrowser } from './browser.ts';
import { startHosted } from './exchange-host.ts';
import { copyOf, emptyPlace, QUIETER, type Prepared } from './prepared-place.ts';
import type { SharedAddress } from './shared-exchange.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the program that runs the exchanges: see `startExchangeHost`. */
    exchangeHost: string;
    preparedExchange: Prepared;
    /** See `offerSharedExchange`. */
    sharedExchange: string;
  }
}

type Environment = Readonly<Record<string, string>>;

const prepare = () => copyOf(inject('preparedExchange'));
const openHosted = (place: Place, env: Environment) =>
  openExchange(startHosted(inject('exchangeHost')), place, env);
const openQuietly = (place: Place, env: Environment) =>
  openApp(() => openHosted(place, { ...QUIETER, ...env }), sharedBrowser, closeContexts);

/** The exchange at its very first start: see `startApp`. Several processes have no database of their own, and get an empty one. */
export async function startNewApp(env: Environment = {}): Promise<App> {
  if (!IS_CLUSTER) return startApp(env);
  const place = await emptyPlace(inject('preparedExchange').postgresUrl);
  return openApp(
    () => openHosted(place, env),
    launchBrowser,
    browser => browser.close(),
  );
}

/** An exchange of this file's own, copied from one that ran before: it has charts, demo traders and offers. */
export async function startPreparedApp(env: Environment = {}): Promise<App> {
  return openQuietly(await prepare(), env);
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
  return openHosted(await prepare(), {});
}

/** As `startPreparedApp`, with the address of its database, to read what the server writes. */
export async function startReadableApp(
  env: Environment,
): Promise<{ readonly app: App; readonly databaseUrl: string }> {
  const place = await prepare();
  return { app: await openQuietly(place, env), databaseUrl: place.databaseUrl };
}
