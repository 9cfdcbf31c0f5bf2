import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import type pg from 'pg';
import { Conditions, pageOf, readCursor } from '../../../http/page.ts';
import { hashRow, type AuditRow } from '../../../audit-log/audit-log.ts';
import { readWords } from '../../../audit-log/words.ts';
import type { Vault } from '../../../vault/vault.ts';

const EXPORT_AT_MOST = 10_000;
const CHECK_AT_ONCE = 2_000;
const FIRST_HASH = Buffer.alloc(32);

type Filter = DeskRequest<'GET desk/audit_export'>;
type WireEntry = DeskOutput<'GET desk/audit'>['items'][number];

/** Reads, exports and verifies the audit log. */
export class AuditReader {
  readonly #pool: pg.Pool;
  readonly #vault: Vault;

  constructor(pool: pg.Pool, vault: Vault) {
    this.#pool = pool;
    this.#vault = vault;
  }

  async list(input: DeskRequest<'GET desk/audit'>): Promise<DeskOutput<'GET desk/audit'>> {
    const rows = await this.#read(input, readCursor(input.cursor, 1)?.[0] ?? null, input.limit + 1);
    const page = pageOf(rows, input.limit, row => row.id, wireEntry);
    const read = await this.#words(page.items.map(one => one.after));
    return { ...page, items: page.items.map((one, at) => ({ ...one, after: read[at]?.after })) };
  }

  /** Without words about customers: a file outlives what is erased. */
  async export(filter: Filter): Promise<DeskOutput<'GET desk/audit_export'>> {
    const rows = await this.#read(filter, null, EXPORT_AT_MOST);
    const heading = 'id,time,operator,role,action,subject,before,after,address,hash';
    const lines = rows.map(row =>
      [
        row.id,
        new Date(Number(row.at_ms)).toISOString(),
        row.operator_name,
        row.role ?? '',
        row.action,
        row.subject,
        row.before,
        row.after,
        row.address,
        row.hash.toString('hex'),
      ]
        .map(csvCell)
        .join(','),
    );
    return { csv: [heading, ...lines, ''].join('\r\n'), entries: rows.length };
  }

  /** Recomputes every hash from the first entry on, and compares words about customers with their digests. */
  async check(): Promise<DeskOutput<'GET desk/audit_check'>> {
    let previous: Buffer = FIRST_HASH;
    let last = 0;
    for (;;) {
      const { rows } = await this.#pool.query<AuditRow>(
        'select * from desk_audit where id > $1 order by id limit $2',
        [last, CHECK_AT_ONCE],
      );
      const words = await this.#words(rows.map(row => parsed(row.after)));
      for (const [at, row] of rows.entries()) {
        const id = Number(row.id);
        const expected = hashRow(previous, row);
        const follows = id === last + 1 && row.previous_hash.equals(previous);
        const fits = follows && row.hash.equals(expected) && words[at]?.isWhole === true;
        if (!fits) return { entries: last, head: previous.toString('hex'), broken_at: last + 1 };
        previous = row.hash;
        last = id;
      }
      if (rows.length < CHECK_AT_ONCE) {
        return { entries: last, head: previous.toString('hex'), broken_at: null };
      }
    }
  }

  #words(afters: readonly unknown[]) {
    return readWords(this.#pool, this.#vault, afters);
  }

  async #read(filter: Filter, beforeId: number | null, limit: number): Promise<AuditRow[]> {
    const where = new Conditions()
      .add('id > ?', 0)
      .addIf('id < ?', beforeId)
      .addIf('operator_id = ?', filter.operator_id)
      .addIf('at_ms >= ?', filter.from_ms)
      .addIf('at_ms < ?', filter.to_ms)
      .addIf(`(action = ? or action like ? || '.%')`, filter.action)
      .addIf('starts_with(subject, ?)', filter.subject);
    const { rows } = await this.#pool.query<AuditRow>(
      `select * from desk_audit where ${where.sql} order by id desc limit ${where.parameter(limit)}`,
      where.values,
    );
    return rows;
  }
}

/** Null: somebody has changed it into something else, which its hash tells. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function wireEntry(row: AuditRow): WireEntry {
  return {
    id: Number(row.id),
    at_ms: Number(row.at_ms),
    operator_id: row.operator_id,
    operator: row.operator_name,
    role: row.role,
    action: row.action,
    subject: row.subject,
    before: JSON.parse(row.before) as unknown,
    after: JSON.parse(row.after) as unknown,
    address: row.address,
    hash: row.hash.toString('hex'),
  };
}

/** Quoted, with formulas disarmed for spreadsheets. */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
