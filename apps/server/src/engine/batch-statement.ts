import type { ProjectionTable } from './projections/table.ts';
import { takeValues, withRows, writingParts } from './projections/write-rows.ts';

/** The journal row of a batch, and the lease that allows it to write. */
export interface BatchHead {
  readonly epoch: number;
  /** Null if all commands were refused: refusals change nothing and are not journaled. */
  readonly row: JournalRow | null;
}

export interface JournalRow {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly logicVersion: number;
  /** Lower-case hex. */
  readonly core: string;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
  readonly commands: string;
}

export interface BatchQuery {
  /** For the prepared statement: batches that write the same tables share one. */
  readonly name: string;
  readonly text: string;
}

/** Statements made so far, by which tables they write. */
const statements = new Map<string, BatchQuery>();

/** The statement for those of `tables` in which this batch has rows. */
export function batchQuery(tables: readonly ProjectionTable[], journaled: boolean): BatchQuery {
  const written = withRows(tables);
  const name = `batch ${journaled ? '' : 'of refusals '}${written.map(table => tables.indexOf(table)).join(' ')}`;
  let query = statements.get(name);
  if (query === undefined) statements.set(name, (query = { name, text: batchStatement(written, journaled) }));
  return query;
}

/**
 * One statement for the whole batch, hence one transaction and one round trip. It checks and holds the lease, and writes
 * the journal row and the results of its keys. If another engine has the lease, a division by the number of
 * leases held (zero) fails the statement, or the journal's not-null constraint, whichever is first; if another writer used
 * the sequence, the primary key does.
 */
function batchStatement(tables: readonly ProjectionTable[], journaled: boolean): string {
  const parts = [`lease as (select epoch from engine_lease where id = 1 and epoch = $1 for share)`];
  if (journaled) {
    parts.push(`journaled as (
      insert into journal (epoch, first_sequence, last_sequence, logic_version, previous_hash, hash, commands, core)
      values ((select epoch from lease), $2, $3, $4, $5, $6, $7, $8))`);
  }
  parts.push(...writingParts(tables, journaled ? 9 : 2));
  return `with ${parts.join(',\n')} select 1 / (select count(*) from lease)`;
}

export function batchParameters({ epoch, row }: BatchHead, tables: readonly ProjectionTable[]): unknown[] {
  const values: unknown[] = [epoch];
  if (row !== null) {
    values.push(
      row.firstSequence,
      row.lastSequence,
      row.logicVersion,
      row.previousHash,
      row.hash,
      row.commands,
      Buffer.from(row.core, 'hex'),
    );
  }
  values.push(...takeValues(withRows(tables)));
  return values;
}
