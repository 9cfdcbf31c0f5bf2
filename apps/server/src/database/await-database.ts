import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnreachable } from './database-unreachable.ts';
import { APPLICATION_NAME } from './embedded.ts';
import type { DatabaseLog } from './log.ts';

const ASK_AGAIN_MS = 100;
/** More than the loss of a database host takes: a supervisor starts the process again then. */
const WITHIN_MS = 60_000;
const ANSWER_WITHIN_MS = 2_000;

/**
 * Waits until somebody who may be written to answers at the address: while a new primary is being chosen, starting the
 * process again and again would only take time. Throws DatabaseUnreachable after a minute, and at once what the database
 * itself refuses for good, such as a wrong password.
 */
export async function awaitDatabase(
  url: string,
  log: DatabaseLog,
  { withinMs = WITHIN_MS }: { readonly withinMs?: number } = {},
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (let attempt = 1; ; attempt++) {
    const failure = await ask(url);
    if (failure === null) return;
    if (isForGood(failure)) throw failure;
    if (performance.now() > deadline) {
      throw new DatabaseUnreachable(`the database cannot be reached: ${failure.message}`, { cause: failure });
    }
    if (attempt === 1) log.warn({ err: failure }, 'the database cannot be reached yet: it is asked again');
    await pause(ASK_AGAIN_MS);
  }
}

async function ask(url: string): Promise<Error | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  // Reported by whoever waits for it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows');
    return rows[0]?.follows === false ? null : new Error('it only follows another one');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    client.connection.stream.destroy();
  }
}

/** Of a server that starts or stops (class 57) or has no room (53) more is to come. */
function isForGood(failure: Error): boolean {
  return failure instanceof pg.DatabaseError && !/^5[37]/.test(failure.code ?? '');
}
