import type { Role } from '@tallystick/protocol/desk/roles';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type pg from 'pg';
import type { Standing } from '../../../approval/second-person.ts';

export interface OperatorRow {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  /** The address that links are sent to. */
  readonly email: string | null;
  /** Null: the operator has to set it through a link. */
  readonly password_hash: string | null;
  readonly active: boolean;
  readonly totp_secret: Buffer | null;
  readonly totp_pending: Buffer | null;
  readonly totp_last_step: string;
  readonly created_at_ms: string;
  readonly last_login_at_ms: string | null;
  /** See second-person.ts. */
  readonly second_from_ms: string | null;
}

type Queries = Pick<pg.ClientBase, 'query'>;
export type WireOperator = DeskOutput<'GET desk/operators'>['items'][number];

export async function findOperator(
  db: Queries,
  by: { readonly name: string } | { readonly id: number } | { readonly email: string },
  lock = false,
): Promise<OperatorRow | null> {
  const [column, value] = Object.entries(by)[0] ?? [];
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

/** The new operator's id, or null if the name or the e-mail address is taken. */
export async function insertOperator(
  db: Queries,
  operator: {
    readonly name: string;
    readonly role: Role;
    /** The address that links are sent to. */
    readonly email: string | null;
    /** Null: the operator has to set it through a link. */
    readonly passwordHash: string | null;
    /** Null: it is set when a link is used. */
    readonly secondFromMs: number | null;
    readonly atMs: number;
  },
): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `insert into operators (name, role, email, password_hash, second_from_ms, created_at_ms)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    [
      operator.name,
      operator.role,
      operator.email,
      operator.passwordHash,
      operator.secondFromMs,
      operator.atMs,
    ],
  );
  return rows[0]?.id ?? null;
}

/** `names`: of the operators in `standing`. */
export function wireOperator(
  row: OperatorRow,
  standing: Standing | undefined,
  names: ReadonlyMap<number, string>,
): WireOperator {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    email: row.email,
    active: row.active,
    joined: row.password_hash !== null,
    second_from_ms: standing?.fromMs ?? null,
    not_with: [...(standing?.ties ?? [])].map(([id, untilMs]) => ({
      id,
      name: names.get(id) ?? '',
      until_ms: untilMs,
    })),
    totp: row.totp_secret !== null,
    created_at_ms: Number(row.created_at_ms),
    last_login_at_ms: row.last_login_at_ms === null ? null : Number(row.last_login_at_ms),
  };
}
