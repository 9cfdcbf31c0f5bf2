import type { ClientBase } from 'pg';
import type { Pool } from '../../database/pool.ts';
import { EngineError } from '../engine-error.ts';
import type { ProjectionTable } from '../projections/table.ts';
import { takeValues, withRows, writingParts } from '../projections/write-rows.ts';

interface PositionRow {
  sequence: string;
}
const POSITION = 'select sequence from projection_position';

/** Sequence of the newest journal row whose consequences are in the tables. */
export async function projectedSequence(client: Pick<ClientBase, 'query'>): Promise<number> {
  return sequenceOf((await client.query<PositionRow>(POSITION)).rows);
}

/** The same for the tables that a pool reads, which may be a replica's. */
export async function projectedFor(pool: Pool): Promise<number> {
  return sequenceOf(await pool.ask<PositionRow>(POSITION));
}

/**
 * Makes `epoch` the only one that may write the tables, and returns how far they are. Waits for a transaction of an
 * older epoch; that one can commit none after.
 */
export async function claimProjections(client: ClientBase, epoch: number): Promise<number> {
  const { rows } = await client.query<PositionRow>(
    'update projection_position set epoch = $1 where id = 1 returning sequence',
    [epoch],
  );
  return sequenceOf(rows);
}

function sequenceOf(rows: readonly PositionRow[]): number {
  const sequence = rows[0]?.sequence;
  if (sequence === undefined)
    throw new EngineError('projection_position has no row: are the migrations applied?');
  return Number(sequence);
}

/** Where one transaction of a projector begins and ends. */
export interface Stretch {
  readonly epoch: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Statements made so far, by core and by which tables they write. Their names are numbers: PostgreSQL cuts names off after 63
 * characters, and two that are alike so far would be one.
 */
const statements = new Map<string, { readonly name: string; readonly text: string }>();

/**
 * Writes rows and moves the position, in one statement and hence one transaction. It fails if another epoch has the
 * projections or if they are elsewhere: the division is then by zero. `core` keeps the statements of different cores apart.
 */
export async function writeProjections(
  client: ClientBase,
  tables: readonly ProjectionTable[],
  { epoch, from, to }: Stretch,
  core = '',
): Promise<void> {
  const written = withRows(tables);
  const key = `${core} ${written.map(table => tables.indexOf(table)).join(' ')}`;
  let statement = statements.get(key);
  if (statement === undefined) {
    statement = { name: `project ${statements.size}`, text: statementOf(written) };
    statements.set(key, statement);
  }
  await client.query({ ...statement, values: [epoch, from, to, ...takeValues(written)] });
}

function statementOf(tables: readonly ProjectionTable[]): string {
  const moved = `moved as (update projection_position set sequence = $3
    where id = 1 and epoch = $1 and sequence = $2 returning 1)`;
  return `with ${[moved, ...writingParts(tables, 4)].join(',\n')} select 1 / (select count(*) from moved)`;
}
