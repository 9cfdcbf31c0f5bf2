import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { runServer, temporaryDataDir } from '@tallystick/server/testing/run-server';
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

type Environment = Readonly<Record<string, string>>;

/** Database and data folder of an exchange. */
export interface Place {
  readonly dataDir: string;
  readonly env: Environment;
  remove(): Promise<void>;
}

/** Starts a server with these settings; with PORT, if it is to have the address of one before it. */
export type StartServer = (
  env: Environment & { readonly DATA_DIR: string },
) => Promise<{ readonly url: string; stop(): Promise<void> }>;

/** As `npm start` does, in a process of its own. */
const startProcess: StartServer = async ({ DATA_DIR: dataDir, PORT: port, ...env }) => {
  const server = await runServer({ dataDir, env, ...(port === undefined ? {} : { port: Number(port) }) });
  return {
    url: server.url,
    stop: async () => {
      const code = await server.stop();
      if (code !== 0) throw new Error(`SIGTERM ended the server with ${code}:\n${server.output()}`);
    },
  };
};

/**
 * The exchange at its very first start, as a newcomer runs it, in a process of its own; tests of what comes later begin with
 * `startPreparedApp`. `env`: settings of docs/settings.md, such as FEED_SPEED for prices that move within a test.
 */
export async function startApp(env: Environment = {}): Promise<App> {
  const data = await temporaryDataDir();
  const exchange = () =>
    openExchange(startProcess, { dataDir: data.path, env: {}, remove: data.remove }, env);
  return openApp(exchange, launchBrowser, browser => browser.close());
}

/** Starts the exchange on these data, which are removed when it is closed. */
export async function openExchange(
  startServer: StartServer,
  place: Place,
  env: Environment,
): Promise<RunningExchange> {
  if (!existsSync(path.join(ROOT, 'apps/web/dist/index.html'))) {
    throw new Error('The web app is not built: npm run e2e builds it, as npm test does.');
  }
  const start = (port: Environment = {}) =>
    startServer({ ...RECORDED, ...env, ...place.env, ...port, DATA_DIR: place.dataDir });
  try {
    let running = await start();
    const { url } = running;
    return {
      webUrl: `${url}/web/`,
      url,
      restart: async whileAway => {
        await running.stop();
        await whileAway?.();
        running = await start({ PORT: new URL(url).port });
      },
      close: async () => {
        await running.stop();
        await place.remove();
      },
    };
  } catch (error) {
    await place.remove();
    throw error;
  }
}

/** Closes what a test opened in a browser that keeps running. */
export async function closeContexts(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map(context => context.close()));
}

/** An exchange and a browser, which `leave` closes, or closes only the contexts of. */
export async function openApp(
  openOne: () => Promise<RunningExchange>,
  openBrowser: () => Promise<Browser>,
  leave: (browser: Browser) => Promise<void>,
): Promise<App> {
  const [exchange, browser] = await Promise.allSettled([openOne(), openBrowser()]);
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
