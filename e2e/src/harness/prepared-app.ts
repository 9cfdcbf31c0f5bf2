import { randomBytes } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { administer, atDatabase } from '@tallystick/server/testing/administer';
import { temporaryDataDir } from '@tallystick/server/testing/run-server';
import { inject } from 'vitest';
import { openApp, openExchange, type App, type Place, type RunningExchange } from './app.ts';
import { sharedBrowser } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An exchange that was started once: its PostgreSQL (any database of it) and its other data. */
    preparedExchange: { readonly postgresUrl: string; readonly dataDir: string };
  }
}

export const PREPARED_DATABASE = 'prepared';
/** The demo's own trading goes on, but need not be half of what the servers of a test run work. */
const QUIETER = { DEMO_TRADES_PER_SECOND: '1' };

/** An exchange of this file's own that has just been started once and stopped: charts, demo traders, offers are there. */
export async function startPreparedApp(env: Readonly<Record<string, string>> = {}): Promise<App> {
  return openApp(await copyOfThePrepared(), { ...QUIETER, ...env }, sharedBrowser);
}

/** The same for browsers that are started otherwise. */
export async function startPreparedExchange(): Promise<RunningExchange> {
  return openExchange(await copyOfThePrepared(), {});
}

/** The same with the address of its database, for whoever reads what the server writes. */
export async function startReadableApp(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly app: App; readonly databaseUrl: string }> {
  const place = await copyOfThePrepared();
  return { app: await openApp(place, { ...QUIETER, ...env }, sharedBrowser), databaseUrl: place.databaseUrl };
}

async function copyOfThePrepared(): Promise<Place & { readonly databaseUrl: string }> {
  const { postgresUrl, dataDir } = inject('preparedExchange');
  const data = await temporaryDataDir();
  await cp(dataDir, data.path, { recursive: true });
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  // Its files are copied: to write them to the log first, as is usual, takes several times as long.
  await administer(postgresUrl, `CREATE DATABASE ${name} TEMPLATE ${PREPARED_DATABASE} STRATEGY FILE_COPY`);
  const databaseUrl = atDatabase(postgresUrl, name);
  return {
    databaseUrl,
    dataDir: data.path,
    env: { DATABASE_URL: databaseUrl },
    remove: async () => {
      await administer(postgresUrl, `DROP DATABASE ${name} WITH (FORCE)`);
      await data.remove();
    },
  };
}
