import type { Queryable } from './store.ts';
import { hashEntry } from '../desk/audit/audit-log.ts';
import type { LogEntry, LogSource } from './source.ts';
import { TILE_WIDTH } from './tree.ts';

interface Row {
  readonly id: string;
  readonly at_ms: string;
  readonly operator_id: number;
  readonly operator_name: string;
  readonly role: string | null;
  readonly action: string;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  readonly address: string;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

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
    const { rows } = await this.#db.query<Row>(
      'select * from desk_audit where id >= $1 order by id limit $2',
      [from, limit],
    );
    return rows.map(row => ({
      number: Number(row.id),
      previousHash: row.previous_hash.toString('hex'),
      hash: row.hash.toString('hex'),
      isSound: row.hash.equals(hashOf(row)),
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

function hashOf(row: Row): Buffer {
  return hashEntry(row.previous_hash, {
    id: Number(row.id),
    atMs: Number(row.at_ms),
    operatorId: row.operator_id,
    operatorName: row.operator_name,
    role: row.role,
    action: row.action,
    subject: row.subject,
    before: row.before,
    after: row.after,
    address: row.address,
  });
}
