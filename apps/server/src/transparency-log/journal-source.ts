import type pg from 'pg';
import type { JournalPosition } from '../engine/journal/journal-reader.ts';
import type { Queryable } from './store.ts';
import type { LogEntry, LogSource } from './source.ts';
import { TILE_WIDTH } from './tree.ts';

interface Row {
  readonly last_sequence: string;
  readonly previous_hash: string;
  readonly hash: string;
  readonly is_sound: boolean;
}

/** Same as `journalHash`, computed by the database to avoid transferring commands. Skipped rows are not hashed. */
const ROWS = `
  select last_sequence, encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash,
    hash = sha256(previous_hash
      || convert_to(first_sequence || ',' || last_sequence || ',' || epoch || ',' || logic_version
        || coalesce(',' || encode(core, 'hex'), '') || chr(10), 'UTF8')
      || convert_to(commands, 'UTF8')) as is_sound
  from (select * from journal where first_sequence > $1 order by first_sequence offset $2 limit $3) as rows
  order by first_sequence`;

/** The journal: entry n is its n-th row. */
export class JournalSource implements LogSource {
  readonly name = 'journal';
  readonly kind = 'row';
  readonly lookBack = 4 * TILE_WIDTH;
  readonly #db: Queryable;
  readonly #head: () => JournalPosition | null;

  /**
   * @param head the writer's last commit, from its own memory. The database alone cannot show that its newest row was
   * rewritten: all of its hashes would match.
   */
  constructor(db: Queryable, head: () => JournalPosition | null = () => null) {
    this.#db = db;
    this.#head = head;
  }

  async entries(from: number, limit: number): Promise<LogEntry[]> {
    const head = this.#head();
    const isHead = (row: Row): boolean => Number(row.last_sequence) === head?.sequence;
    const mark = await this.#markBefore(from);
    const { rows } = await this.#db.query<Row>(ROWS, [
      mark.last_sequence,
      from - 1 - Number(mark.number),
      limit,
    ]);
    return rows.map((row, i) => ({
      number: from + i,
      previousHash: row.previous_hash,
      hash: row.hash,
      isSound: row.is_sound && (!isHead(row) || row.hash === head!.hash.toString('hex')),
      sequence: Number(row.last_sequence),
    }));
  }

  async first(): Promise<number> {
    const { rows: oldest } = await this.#db.query<{ first_sequence: string }>(
      'select first_sequence from journal order by first_sequence limit 1',
    );
    if (oldest[0] === undefined) return 0;
    const before = Number(oldest[0].first_sequence) - 1;
    if (before === 0) return 1;
    // Older rows were kept for a time only. The first of those that are there and can be counted comes after a mark.
    const { rows } = await this.#db.query<{ number: string }>(
      'select number from journal_marks where last_sequence >= $1 order by number limit 1',
      [before],
    );
    return rows[0] === undefined ? 1 : Number(rows[0].number) + 1;
  }

  async reaches(number: number): Promise<boolean> {
    return (await this.entries(number, 1)).length > 0;
  }

  async taken(client: pg.ClientBase, entries: readonly LogEntry[]): Promise<void> {
    const marks = entries.filter(({ number }) => number % TILE_WIDTH === 0);
    if (marks.length === 0) return;
    await client.query(
      'insert into journal_marks (number, last_sequence) select * from unnest($1::bigint[], $2::bigint[])',
      [marks.map(({ number }) => number), marks.map(({ sequence }) => sequence)],
    );
  }

  /** The newest mark of a row before number `from`; a forged one leads to rows that do not match the tree. */
  async #markBefore(from: number): Promise<{ readonly number: string; readonly last_sequence: string }> {
    const { rows } = await this.#db.query<{ number: string; last_sequence: string }>(
      'select number, last_sequence from journal_marks where number < $1 order by number desc limit 1',
      [from],
    );
    return rows[0] ?? { number: '0', last_sequence: '0' };
  }
}
