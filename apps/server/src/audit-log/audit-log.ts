import type { Role } from '@tallystick/protocol/desk/roles';
import { hash } from 'node:crypto';
import type pg from 'pg';
import { appendToFeed } from '../feed/append.ts';
import type { Operator } from '../http/operator.ts';
import type { Vault } from '../vault/vault.ts';
import { keepWords, type WordsAbout } from './words.ts';

/** What somebody did. Written in the transaction of the change itself, so that neither exists without the other. */
export interface AuditEntry {
  /** Where and what, e.g. `market.stop`. */
  readonly action: string;
  /** What it was done to, e.g. `market:1`. */
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Words about a customer: they are never written into the other fields. */
  readonly about?: WordsAbout;
}

/** Who did it; null: the server by itself. */
export type Actor = Pick<Operator, 'id' | 'name' | 'role' | 'address'> | null;

const FIRST_HASH = Buffer.alloc(32);
/** Key of the `pg_advisory_xact_lock` under which entries are numbered one at a time. */
const LOCK = 7_306_115;

/** The fields of an entry that its hash covers, as they are stored. */
export interface ChainedFields {
  readonly id: number;
  readonly atMs: number;
  readonly operatorId: number;
  readonly operatorName: string;
  readonly role: string | null;
  readonly action: string;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  readonly address: string;
}

/** SHA-256 over the previous hash and the fields as a JSON array, so that different entries hash different texts. */
function hashEntry(previous: Buffer, entry: ChainedFields): Buffer {
  const fields = [
    entry.id,
    entry.atMs,
    entry.operatorId,
    entry.operatorName,
    entry.role,
    entry.action,
    entry.subject,
    entry.before,
    entry.after,
    entry.address,
  ];
  return hash('sha256', Buffer.concat([previous, Buffer.from(JSON.stringify(fields), 'utf8')]), 'buffer');
}

/** A row of `desk_audit` as `select *` gives it. */
export interface AuditRow {
  readonly id: string;
  readonly at_ms: string;
  readonly operator_id: number;
  readonly operator_name: string;
  readonly role: Role | null;
  readonly action: string;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  readonly address: string;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

/** The hash the row must have if it follows an entry with that hash. */
export function hashRow(previous: Buffer, row: AuditRow): Buffer {
  return hashEntry(previous, {
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

/** Appends an entry; the database refuses to change or delete existing ones. */
export class AuditLog {
  readonly #now: () => number;
  readonly #vault: Vault | null;

  /** @param vault for words about customers; without it there can be none */
  constructor(now: () => number, vault: Vault | null = null) {
    this.#now = now;
    this.#vault = vault;
  }

  async write(client: pg.ClientBase, actor: Actor, entry: AuditEntry): Promise<void> {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const { rows } = await client.query<{ id: string; hash: Buffer }>(
      'select id, hash from desk_audit order by id desc limit 1',
    );
    const previous = rows[0]?.hash ?? FIRST_HASH;
    const after = await this.#withoutWords(client, entry);
    const fields: ChainedFields = {
      id: Number(rows[0]?.id ?? 0) + 1,
      atMs: this.#now(),
      operatorId: actor?.id ?? 0,
      operatorName: actor?.name ?? 'system',
      role: actor?.role ?? null,
      action: entry.action,
      subject: entry.subject,
      before: JSON.stringify(entry.before ?? null),
      after: JSON.stringify(after ?? null),
      address: actor?.address ?? '',
    };
    await client.query(
      `insert into desk_audit (id, at_ms, operator_id, operator_name, role, action, subject, before, after, address,
                               previous_hash, hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [...Object.values(fields), previous, hashEntry(previous, fields)],
    );
    const { id, atMs, action, subject } = fields;
    await appendToFeed(client, {
      ...{ kind: 'operatorActed', customerId: null, atMs },
      body: { entry: id, action, subject },
    });
  }
  async #withoutWords(client: pg.ClientBase, { after, about }: AuditEntry): Promise<unknown> {
    if (about === undefined) return after;
    if (this.#vault === null) throw new Error('words about a customer need a vault');
    const kept = await keepWords(client, this.#vault, about, this.#now());
    return kept === null ? after : { ...(after as object), ...kept };
  }
}
