import type { Role } from '@tallystick/protocol/desk/roles';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type pg from 'pg';

export interface OperatorRow {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  readonly password_hash: string;
  readonly active: boolean;
  readonly totp_secret: Buffer | null;
  readonly totp_pending: Buffer | null;
  readonly totp_last_step: string;
  readonly created_at_ms: string;
  readonly last_login_at_ms: string | null;
}

type Queries = Pick<pg.ClientBase, 'query'>;
export type WireOperator = DeskOutput<'GET desk/operators'>['items'][number];

export async function findOperator(
  db: Queries,
  by: { readonly name: string } | { readonly id: number },
  lock = false,
): Promise<OperatorRow | null> {
  const [column, value] = 'name' in by ? ['name', by.name] : ['id', by.id];
  const { rows } = await db.query<OperatorRow>(
    `select * from operators where ${column} = $1 ${lock ? 'for update' : ''}`,
    [value],
  );
  return rows[0] ?? null;
}

export async function listOperators(db: Queries): Promise<OperatorRow[]> {
  const { rows } = await db.query<OperatorRow>('select * from operators order by id');
  return rows;
}

/** The new operator's id, or null if the name is taken. */
export async function insertOperator(
  db: Queries,
  operator: {
    readonly name: string;
    readonly role: Role;
    readonly passwordHash: string;
    readonly atMs: number;
  },
): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `insert into operators (name, role, password_hash, created_at_ms) values ($1, $2, $3, $4)
     on conflict (name) do nothing returning id`,
    [operator.name, operator.role, operator.passwordHash, operator.atMs],
  );
  return rows[0]?.id ?? null;
}

export function wireOperator(row: OperatorRow): WireOperator {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    active: row.active,
    totp: row.totp_secret !== null,
    created_at_ms: Number(row.created_at_ms),
    last_login_at_ms: row.last_login_at_ms === null ? null : Number(row.last_login_at_ms),
  };
}
