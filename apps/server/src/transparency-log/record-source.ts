import { hash } from 'node:crypto';
import type { Queryable } from './store.ts';
import type { LogEntry, LogSource } from './source.ts';
import { TILE_WIDTH } from './tree.ts';

/** A row of `public_records` as `select *` gives it. */
export interface RecordRow {
  readonly number: string;
  readonly kind: string;
  /** Canonical JSON. */
  readonly body: string;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
  readonly at_ms: string;
}

/**
 * The published bytes of a record, put together from its row as they were hashed: canonical JSON of `{ at_ms, body, kind,
 * number, previous_hash }`. The body is taken as it is stored, so that a character more would show.
 */
export function recordBytes({ number, kind, body, previous_hash: previous, at_ms: atMs }: RecordRow): Buffer {
  const follows = previous.toString('hex');
  return Buffer.from(
    `{"at_ms":${atMs},"body":${body},"kind":${JSON.stringify(kind)},"number":${number},"previous_hash":"${follows}"}`,
    'utf8',
  );
}

/** From a number on, oldest first. */
export async function readRecords(db: Queryable, from: number, limit: number): Promise<RecordRow[]> {
  const { rows } = await db.query<RecordRow>(
    'select * from public_records where number >= $1 order by number limit $2',
    [from, limit],
  );
  return rows;
}

/** The public log: entry n is record n, and the tree holds its bytes. */
export class RecordSource implements LogSource {
  readonly name = 'public';
  readonly kind = 'record';
  readonly lookBack = TILE_WIDTH;
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async entries(from: number, limit: number): Promise<LogEntry[]> {
    return (await readRecords(this.#db, from, limit)).map(row => {
      const leaf = recordBytes(row);
      return {
        number: Number(row.number),
        previousHash: row.previous_hash.toString('hex'),
        hash: row.hash.toString('hex'),
        isSound: row.hash.equals(hash('sha256', leaf, 'buffer')),
        sequence: null,
        leaf,
        atMs: Number(row.at_ms),
      };
    });
  }

  async first(): Promise<number> {
    const { rowCount } = await this.#db.query('select from public_records limit 1');
    return rowCount === 0 ? 0 : 1;
  }

  async reaches(number: number): Promise<boolean> {
    return (await readRecords(this.#db, number, 1)).length > 0;
  }

  async taken(): Promise<void> {}
}
