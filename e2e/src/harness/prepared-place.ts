import { randomBytes } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { administer, atDatabase } from '@tallystick/server/testing/administer';
import { temporaryDataDir } from '@tallystick/server/testing/run-server';
import type { Place } from './app.ts';

/** Keeps the demo's own trading small: it would be half of the servers' work in a test run. */
export const QUIETER = { DEMO_TRADES_PER_SECOND: '1' };

/** An exchange that was started once and stopped. */
export interface Prepared {
  /** Any database of the PostgreSQL server that has `database`, to connect for administration. */
  readonly postgresUrl: string;
  readonly database: string;
  /** The folder of all data outside the database. */
  readonly dataDir: string;
}

type DatabasePlace = Place & { readonly databaseUrl: string };

export async function copyOf({ postgresUrl, database, dataDir }: Prepared): Promise<DatabasePlace> {
  // Copies the files: PostgreSQL's default, writing them to the log first, takes several times as long.
  const place = await newPlace(postgresUrl, `TEMPLATE ${database} STRATEGY FILE_COPY`);
  await cp(dataDir, place.dataDir, { recursive: true });
  return place;
}

/** For an exchange that never ran. */
export function emptyPlace(postgresUrl: string): Promise<DatabasePlace> {
  return newPlace(postgresUrl, '');
}

async function newPlace(postgresUrl: string, options: string): Promise<DatabasePlace> {
  const data = await temporaryDataDir();
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  await administer(postgresUrl, `CREATE DATABASE ${name} ${options}`);
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
