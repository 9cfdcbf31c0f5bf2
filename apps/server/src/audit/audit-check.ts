import type { Exchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import type { Difference } from './audit-result.ts';

/** What a check may read; everything is from the same moment. */
export interface AuditContext {
  /** Sees the stored tables, in a read-only transaction. */
  readonly stored: ClientBase;
  /** Sees the tables computed from the journal: temporary tables of the same names in `pg_temp`. */
  readonly computed: ClientBase;
  /** The state at the end of the journal. */
  readonly exchange: Exchange;
  readonly sequence: number;
  readonly journalHash: Buffer;
}

/** Returns the first thing that differs, or null. */
export type AuditCheck = (context: AuditContext) => Promise<Difference | null>;
