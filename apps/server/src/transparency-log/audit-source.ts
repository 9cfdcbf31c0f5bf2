import type { Queryable } from './store.ts';
import { hashRow, type AuditRow } from '../audit-log/audit-log.ts';
import type { LogEntry, LogSource } from './source.ts';
import { TILE_WIDTH } from './tree.ts';

/** The operators' audit log: entry n is the one with id n. */
export class AuditSource implements LogSource {
  readonly name = 'audit';
  readonly kind = 'entry';
  readonly lookBack = TILE_WIDTH;
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async entries(from: number, limit: number): Promise<LogEntry[]> {
    const { rows } = await this.#db.query<AuditRow>(
      'select * from desk_audit where id >= $1 order by id limit $2',
      [from, limit],
    );
    return rows.map(row => ({
      number: Number(row.id),
      previousHash: row.previous_hash.toString('hex'),
      hash: row.hash.toString('hex'),
      isSound: row.hash.equals(hashRow(row.previous_hash, row)),
      sequence: null,
    }));
  }

  async first(): Promise<number> {
    const { rowCount } = await this.#db.query('select from desk_audit limit 1');
    return rowCount === 0 ? 0 : 1;
  }

  async reaches(number: number): Promise<boolean> {
    return (await this.entries(number, 1)).length > 0;
  }

  async taken(): Promise<void> {}
}
