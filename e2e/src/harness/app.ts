import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { runServer, temporaryDataDir, type RunningServer } from '@tallystick/server/testing/run-server';
import { launchBrowser } from './browser.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** Candles made by make-recordings.ts: the same prices in every run and on every machine. */
const RECORDINGS = path.join(import.meta.dirname, '../../fixtures/market-data');
export const RECORDED = { FEED: `replay:${RECORDINGS}` };

/** The exchange as a newcomer starts it, on recorded prices, and a browser to visit it with. */
export interface App {
  readonly browser: Browser;
  readonly webUrl: string;
  /** Where the server answers: the API, the operators' desk and the health checks hang below it. */
  readonly url: string;
  /**
   * Stops the server as an operator would and starts it again on the same data at the same address; `whileAway` runs in
   * between.
   */
  restart(whileAway?: () => Promise<void>): Promise<void>;
  /** Stops everything and deletes the data. */
  close(): Promise<void>;
}

/** Where an exchange keeps what it knows. */
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

/** The exchange on what lies at that place, which is removed when it is closed. */
export async function openApp(place: Place, env: Readonly<Record<string, string>>): Promise<App> {
  if (!existsSync(path.join(ROOT, 'apps/web/dist/index.html'))) {
    throw new Error('The web app is not built: npm test builds it, or run npm run web:build.');
  }
  const start = (port?: number): Promise<RunningServer> =>
    runServer({
      dataDir: place.dataDir,
      env: { ...RECORDED, ...env, ...place.env },
      ...(port === undefined ? {} : { port }),
    });
  const [server, browser] = await Promise.allSettled([start(), launchBrowser()]);
  if (server.status === 'rejected' || browser.status === 'rejected') {
    if (server.status === 'fulfilled') await server.value.stop();
    if (browser.status === 'fulfilled') await browser.value.close();
    await place.remove();
    throw [server, browser].find(part => part.status === 'rejected')?.reason;
  }
  let running = server.value;
  return {
    browser: browser.value,
    webUrl: `${running.url}/web/`,
    url: running.url,
    restart: async whileAway => {
      const code = await running.stop();
      if (code !== 0) throw new Error(`SIGTERM ended the server with ${code}:\n${running.output()}`);
      await whileAway?.();
      running = await start(running.port);
    },
    close: async () => {
      await browser.value.close();
      await running.stop();
      await place.remove();
    },
  };
}
