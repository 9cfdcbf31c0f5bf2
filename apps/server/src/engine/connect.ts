import pg from 'pg';
import { patiently } from '../database/patience.ts';

const CONNECTED_WITHIN_MS = 5_000;

/**
 * A connection of the engine's own. `name`: how the database calls it in its lists. Rejects if there is none within some
 * seconds; what it is asked then has no bound: who asks has one, or waits for as long as it takes.
 */
export async function connectEngine(databaseUrl: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
  });
  // Whoever waits for a statement learns of a failure by it; others listen themselves.
  client.on('error', () => undefined);
  await client.connect();
  // An answer promises that the order is on disk, whatever the server's default. A session whose machine is gone must
  // soon let go of the lease. Prepared statements are planned once, perhaps while tables are empty: the plan must use their
  // keys, and parameters never improve it.
  const prepared = client.query(
    `select set_config('synchronous_commit', 'on', false), set_config('jit', 'off', false),
      set_config('client_min_messages', 'warning', false),
      set_config('tcp_keepalives_idle', '1', false), set_config('tcp_keepalives_interval', '1', false),
      set_config('tcp_keepalives_count', '2', false), set_config('tcp_user_timeout', '3000', false),
      set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false),
      set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false)`,
  );
  const late = (): Error => new Error('the database does not answer a new connection');
  await patiently(prepared, CONNECTED_WITHIN_MS, late).catch((error: unknown) => {
    client.connection.stream.destroy();
    throw error;
  });
  return client;
}

/** For the projector: what it writes can be derived again from the journal, so it need not wait for the disk. */
export async function connectProjector(databaseUrl: string): Promise<pg.Client> {
  const client = await connectEngine(databaseUrl, 'tallystick projector');
  await client.query(`select set_config('synchronous_commit', 'off', false)`);
  return client;
}
