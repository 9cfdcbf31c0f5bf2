import type { Projections } from './projections/projections.ts';
import type { ProjectionTable } from './projections/table.ts';

/** A batch's journal row, with the writer's claim to be current. */
export interface BatchHead {
  readonly epoch: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly logicVersion: number;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
  readonly commands: string;
}

const HEAD_PARAMETERS = 7;

export interface BatchQuery {
  /** For the prepared statement: batches that write the same tables share one. */
  readonly name: string;
  readonly text: string;
}

/** Statements made so far, by which tables they write. */
const statements = new Map<string, BatchQuery>();

/** The statement for the tables in which this batch has rows: a table costs time even when nothing is written to it. */
export function batchQuery(projections: Projections): BatchQuery {
  const tables = writtenTables(projections);
  const name = `batch ${tables.map(table => projections.tables.indexOf(table)).join(' ')}`;
  let query = statements.get(name);
  if (query === undefined) statements.set(name, (query = { name, text: batchStatement(tables) }));
  return query;
}

function writtenTables(projections: Projections): readonly ProjectionTable[] {
  return projections.tables.filter(table => table.columns[0]!.length > 0);
}

/**
 * A whole batch as one statement, hence one transaction and one round trip: the lease is checked and held, the
 * journal row written, and every projection's rows with it. If the lease has passed on, the epoch is null and the
 * journal's not-null constraint fails the statement; if another writer used the sequence, its primary key does.
 */
function batchStatement(tables: readonly ProjectionTable[]): string {
  const parts = [
    `lease as (select epoch from engine_lease where id = 1 and epoch = $1 for share)`,
    `journaled as (
      insert into journal (epoch, first_sequence, last_sequence, logic_version, previous_hash, hash, commands)
      values ((select epoch from lease), $2, $3, $4, $5, $6, $7))`,
  ];
  let next = HEAD_PARAMETERS + 1;
  for (const table of tables) {
    const parameters = table.columns.map(column => `$${next++}::${column.type}[]`);
    parts.push(`${table.name}_written as (${table.statement(parameters)})`);
  }
  return `with ${parts.join(',\n')} select 1`;
}

export function batchParameters(head: BatchHead, projections: Projections): unknown[] {
  const values: unknown[] = [
    head.epoch,
    head.firstSequence,
    head.lastSequence,
    head.logicVersion,
    head.previousHash,
    head.hash,
    head.commands,
  ];
  for (const table of writtenTables(projections)) {
    for (const column of table.columns) values.push(column.take());
  }
  return values;
}
