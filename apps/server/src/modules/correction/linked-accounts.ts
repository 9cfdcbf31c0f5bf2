import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';

type Queries = Pick<pg.ClientBase, 'query'>;

export interface LinkedAccount {
  readonly operatorId: number;
  readonly operator: string;
  readonly customerId: number;
  readonly declaredBy: string;
  readonly declaredAtMs: number;
}

/**
 * Whether the account belongs to a present or former operator: declared, or both logged in from one browser. IP
 * addresses do not count: households and offices share them, and a thief would use another.
 */
export async function isLinked(db: Queries, customerId: number): Promise<boolean> {
  const { rows } = await db.query<{ linked: boolean }>(
    `select exists (select from operator_accounts where customer_id = $1)
         or exists (select from known_devices own join known_devices desk on desk.browser = own.browser
                     where own.customer_id = $1 and desk.operator_id is not null) as linked`,
    [customerId],
  );
  return rows[0]?.linked === true;
}

export async function listLinks(db: Queries, operatorId?: number): Promise<LinkedAccount[]> {
  const { rows } = await db.query<Record<string, string>>(
    `select a.*, o.name as operator, d.name as declarer
       from operator_accounts a join operators o on o.id = a.operator_id join operators d on d.id = a.declared_by
      where $1::integer is null or a.operator_id = $1 order by a.declared_at_ms desc, a.operator_id, a.customer_id`,
    [operatorId ?? null],
  );
  return rows.map(row => ({
    operatorId: Number(row['operator_id']),
    operator: row['operator'] ?? '',
    customerId: Number(row['customer_id']),
    declaredBy: row['declarer'] ?? '',
    declaredAtMs: Number(row['declared_at_ms']),
  }));
}

/** Throws not_found for the operator, unknown_customer, and nothing_changed if it is already declared. */
export async function declareLink(
  db: Queries,
  link: {
    readonly operatorId: number;
    readonly customerId: number;
    readonly by: number;
    readonly atMs: number;
  },
): Promise<void> {
  const { rowCount: operators } = await db.query('select from operators where id = $1', [link.operatorId]);
  if (operators === 0) throw new CallFailure('not_found', { field: 'operator_id' });
  const { rowCount: customers } = await db.query('select from customers where id = $1', [link.customerId]);
  if (customers === 0) throw new CallFailure('unknown_customer', { field: 'customer_id' });
  const { rowCount } = await db.query(
    `insert into operator_accounts (operator_id, customer_id, declared_by, declared_at_ms)
     values ($1, $2, $3, $4) on conflict do nothing`,
    [link.operatorId, link.customerId, link.by, link.atMs],
  );
  if (rowCount === 0) throw new CallFailure('nothing_changed');
}
