import { randomBytes } from 'node:crypto';
import { administer, atDatabase } from '@tallystick/server/testing/administer';
import { temporaryDataDir } from '@tallystick/server/testing/run-server';
import { IS_CLUSTER } from '@tallystick/server/testing/which-exchange';
import type { TestProject } from 'vitest/node';
import { RECORDED } from './app.ts';
import { findChromium } from './browser.ts';
import { startExchangeHost, startHosted } from './exchange-host.ts';
import { offerSharedExchange } from './shared-exchange.ts';

/**
 * Once for all browser tests, after postgres.global.ts: unpacks the browser, starts the program that runs their exchanges, and
 * in it an exchange for the first time, and stops that one. Each file continues from a copy of it (see prepared-app.ts),
 * because filling the charts anew took longer than many files. journey.e2e.ts tests a first start itself.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgresUrl, migratedDatabase, natsUrl } = project.getProvidedContext();
  const database = `prepared_${randomBytes(6).toString('hex')}`;
  await administer(
    postgresUrl,
    `CREATE DATABASE ${database} TEMPLATE ${migratedDatabase} STRATEGY FILE_COPY`,
  );
  const data = await temporaryDataDir();
  const host = await startExchangeHost(...(IS_CLUSTER ? [natsUrl] : []));
  const startServer = startHosted(host.askAt);
  const close = async (): Promise<void> => {
    await host.close();
    await administer(postgresUrl, `DROP DATABASE ${database} WITH (FORCE)`);
    await data.remove();
  };
  try {
    const env = { ...RECORDED, DATABASE_URL: atDatabase(postgresUrl, database), DATA_DIR: data.path };
    const [server] = await Promise.all([startServer(env), findChromium()]);
    await server.stop();
  } catch (error) {
    await close();
    throw error;
  }
  const prepared = { postgresUrl, database, dataDir: data.path };
  const shared = await offerSharedExchange(startServer, prepared);
  project.provide('exchangeHost', host.askAt);
  project.provide('preparedExchange', prepared);
  project.provide('sharedExchange', shared.askAt);
  return async () => {
    await shared.close();
    await close();
  };
}
