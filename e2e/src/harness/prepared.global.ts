import { randomBytes } from 'node:crypto';
import { administer, atDatabase } from '@tallystick/server/testing/administer';
import { runServer, temporaryDataDir } from '@tallystick/server/testing/run-server';
import type { TestProject } from 'vitest/node';
import { RECORDED } from './app.ts';
import { findChromium } from './browser.ts';
import { offerSharedExchange } from './shared-exchange.ts';

/**
 * Once for all browser tests, after postgres.global.ts: unpacks the browser, and starts an exchange for the first time and
 * stops it. Each file continues from a copy of it (see prepared-app.ts), because filling the charts anew took longer than
 * many files. journey.e2e.ts tests a first start itself.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgresUrl, migratedDatabase } = project.getProvidedContext();
  const database = `prepared_${randomBytes(6).toString('hex')}`;
  await administer(
    postgresUrl,
    `CREATE DATABASE ${database} TEMPLATE ${migratedDatabase} STRATEGY FILE_COPY`,
  );
  const data = await temporaryDataDir();
  const close = async (): Promise<void> => {
    await administer(postgresUrl, `DROP DATABASE ${database} WITH (FORCE)`);
    await data.remove();
  };
  try {
    const env = { ...RECORDED, DATABASE_URL: atDatabase(postgresUrl, database) };
    const [server] = await Promise.all([runServer({ dataDir: data.path, env }), findChromium()]);
    const code = await server.stop();
    if (code !== 0) throw new Error(`SIGTERM ended the server with ${code}:\n${server.output()}`);
  } catch (error) {
    await close();
    throw error;
  }
  const prepared = { postgresUrl, database, dataDir: data.path };
  const shared = await offerSharedExchange(prepared);
  project.provide('preparedExchange', prepared);
  project.provide('sharedExchange', shared.askAt);
  return async () => {
    await shared.close();
    await close();
  };
}
