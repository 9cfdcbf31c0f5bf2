import type pg from 'pg';
import type { Reads } from '../../database/reads.ts';

/**
 * Reads on a connection of its own, and has the database give up when nobody waits for it any more. Inside `read` use only
 * what it is given. @throws the signal's reason
 */
export async function whileWanted<Result>(
  pool: Pick<pg.Pool, 'connect'> & Reads,
  gone: AbortSignal,
  read: (db: Reads) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const cancelling: Promise<unknown>[] = [];
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const cancel = (): void => {
      const asked = pool.query('select pg_cancel_backend($1)', [rows[0]!.pid]);
      // If the cancellation fails, the query simply finishes.
      cancelling.push(asked.catch(() => undefined));
    };
    gone.throwIfAborted();
    gone.addEventListener('abort', cancel, { once: true });
    try {
      return await read(wanted(client, gone));
    } finally {
      gone.removeEventListener('abort', cancel);
    }
  } catch (error) {
    gone.throwIfAborted();
    throw error;
  } finally {
    // A late cancellation must not hit the next user of the connection.
    client.release(cancelling.length > 0);
    await Promise.all(cancelling);
  }
}

function wanted(client: Reads, gone: AbortSignal): Reads {
  return {
    async query(text, values) {
      gone.throwIfAborted();
      return client.query(text, values);
    },
  };
}
