import type { QueryResultRow } from 'pg';

/**
 * What can be asked and not written: a function that takes this reads, on whichever server. A pool or a client can be
 * given for it, but it cannot be given for them.
 */
export interface Reads {
  query<Row extends QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<{
    readonly rows: Row[];
  }>;
}
