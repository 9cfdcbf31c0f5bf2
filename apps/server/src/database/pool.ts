import pg from 'pg';
import { APPLICATION_NAME } from './embedded.ts';
import type { DatabaseLog } from './log.ts';

/**
 * A pool of at most `connections` connections to the database at an address. A failing idle connection is logged and
 * replaced. Without a listener it would end the process, even after `end`, which does not wait until the server has
 * ended its sessions.
 */
export function createPool(url: string, connections: number, log: DatabaseLog): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: APPLICATION_NAME,
    keepAlive: true,
  });
  pool.on('error', error => log.error({ err: error }, 'an idle database connection failed'));
  return pool;
}
