import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { runServer, temporaryDataDir, type RunningServer } from '@tallystick/server/testing/run-server';
import { launchBrowser } from './browser.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** Candles made by make-recordings.ts: the same prices in every run and on every machine. */
const RECORDINGS = path.join(import.meta.dirname, '../../fixtures/market-data');
export const RECORDED = { FEED: `replay:${RECORDINGS}` };

/** The exchange as a newcomer starts it, on recorded prices. */
export interface RunningExchange {
  readonly webUrl: string;
  /** The server's address: the API, the operators' desk and the health checks are below it. */
  readonly url: string;
  /**
   * Stops the server as an operator would and starts it again on the same data at the same address; `whileAway` runs in
   * between.
   */
  restart(whileAway?: () => Promise<void>): Promise<void>;
  /** Stops everything and deletes the data. */
  close(): Promise<void>;
}

/** The exchange, and a browser to visit it with. */
export interface App extends RunningExchange {
  readonly browser: Browser;
}

/** Database and data folder of an exchange. */
export interface Place {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/**
 * The exchange at its very first start, as a newcomer runs it; tests of what comes later begin with `startPreparedApp`.
 * `env`: settings of docs/settings.md, such as FEED_SPEED for prices that move within a test.
 */
export async function startApp(env: Readonly<Record<string, string>> = {}): Promise<App> {
  const data = await temporaryDataDir();
  return openApp({ dataDir: data.path, env: {}, remove: data.remove }, env);
}

/** Starts the exchange on these data, which are removed when it is closed. */
export async function openExchange(
  place: Place,
  env: Readonly<Record<string, string>>,
): Promise<RunningExchange> {
  if (!existsSync(path.join(ROOT, 'apps/web/dist/index.html'))) {
    throw new Error('The web app is not built: npm run e2e builds it, as npm test does.');
  }
  const start = (port?: number): Promise<RunningServer> =>
    runServer({
      dataDir: place.dataDir,
      env: { ...RECORDED, ...env, ...place.env },
      ...(port === undefined ? {} : { port }),
    });
  let running: RunningServer;
  try {
    running = await start();
  } catch (error) {
    await place.remove();
    throw error;
  }
  return {
    webUrl: `${running.url}/web/`,
    url: running.url,
    restart: async whileAway => {
      const code = await running.stop();
      if (code !== 0) throw new Error(`SIGTERM ended the server with ${code}:\n${running.output()}`);
      await whileAway?.();
      running = await start(running.port);
    },
    close: async () => {
      await running.stop();
      await place.remove();
    },
  };
}

/** Closes what a test opened in a browser that keeps running. */
export async function closeContexts(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map(context => context.close()));
}

/** The same with a browser: its own, or a `shared` one, in which `close` closes only the contexts. */
export async function openApp(
  place: Place,
  env: Readonly<Record<string, string>>,
  shared?: () => Promise<Browser>,
): Promise<App> {
  const leave = async (used: Browser): Promise<void> => {
    if (shared === undefined) await used.close();
    else await closeContexts(used);
  };
  const [exchange, browser] = await Promise.allSettled([
    openExchange(place, env),
    (shared ?? launchBrowser)(),
  ]);
  if (exchange.status === 'rejected' || browser.status === 'rejected') {
    if (exchange.status === 'fulfilled') await exchange.value.close();
    if (browser.status === 'fulfilled') await leave(browser.value);
    throw [exchange, browser].find(part => part.status === 'rejected')?.reason;
  }
  return {
    ...exchange.value,
    browser: browser.value,
    close: async () => {
      await leave(browser.value);
      await exchange.value.close();
    },
  };
}
