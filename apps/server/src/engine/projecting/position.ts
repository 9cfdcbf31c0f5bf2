import type { ClientBase } from 'pg';
import type { Pool } from '../../database/pool.ts';
import { EngineError } from '../engine-error.ts';
import type { ProjectionTable } from '../projections/table.ts';
import { placesWithRows, takeValues, writingParts } from '../projections/write-rows.ts';

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

/** A statement that one connection has prepared. Its name is a number: PostgreSQL cuts names off after 63 characters. */
interface Prepared {
  readonly name: string;
  readonly text: string;
  /** The tables it writes, by their places in the list. */
  readonly places: ReadonlySet<number>;
}

/**
 * PostgreSQL keeps each statement with its plan as long as the connection lives, and there are more combinations of tables
 * than it has memory: from so many on, one that writes more tables serves.
 */
const MOST_PREPARED = 100;
/** Preparing a statement costs more than so many parts of it without rows. */
const FEW_WITHOUT_ROWS = 3;

/** By connection, and by core: different cores may have different tables. */
const prepared = new WeakMap<ClientBase, Map<string, Prepared[]>>();

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
  const { name, text, places } = preparedFor(client, tables, core);
  const written = tables.filter((_, place) => places.has(place));
  await client.query({ name, text, values: [epoch, from, to, ...takeValues(written)] });
}

/** The statement that writes all tables with rows, and as few others as may be. */
function preparedFor(client: ClientBase, tables: readonly ProjectionTable[], core: string): Prepared {
  let byCore = prepared.get(client);
  if (byCore === undefined) prepared.set(client, (byCore = new Map()));
  let known = byCore.get(core);
  if (known === undefined) byCore.set(core, (known = []));
  const needed = placesWithRows(tables);
  let best: Prepared | null = null;
  for (const one of known) {
    if (best !== null && best.places.size <= one.places.size) continue;
    if (needed.every(place => one.places.has(place))) best = one;
  }
  if (best !== null && best.places.size <= needed.length + FEW_WITHOUT_ROWS) return best;
  const isFull = known.length >= MOST_PREPARED;
  if (best !== null && isFull) return best;
  const places = new Set(isFull ? tables.keys() : needed);
  const count = byCore.values().reduce((sum, { length }) => sum + length, 0);
  const text = statementOf(tables.filter((_, place) => places.has(place)));
  const made = { name: `project ${count}`, text, places };
  known.push(made);
  return made;
}

function statementOf(tables: readonly ProjectionTable[]): string {
  const moved = `moved as (update projection_position set sequence = $3
    where id = 1 and epoch = $1 and sequence = $2 returning 1)`;
  return `with ${[moved, ...writingParts(tables, 4)].join(',\n')} select 1 / (select count(*) from moved)`;
}
