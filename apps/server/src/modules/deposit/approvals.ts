import type { Deposit, Queries } from './store.ts';

export interface DepositApproval {
  readonly operatorId: number;
  /** Null for a bank transfer without a reference. */
  readonly transactionId: string | null;
  readonly atMs: number;
}

/** One operator's approval of the named transaction; naming another transaction replaces it. */
export async function insertApproval(db: Queries, id: number, approval: DepositApproval): Promise<void> {
  await db.query(
    `insert into deposit_approvals (deposit_id, operator_id, transaction_id, at_ms) values ($1, $2, $3, $4)
     on conflict (deposit_id, operator_id) do update
       set transaction_id = excluded.transaction_id, at_ms = excluded.at_ms`,
    [id, approval.operatorId, approval.transactionId, approval.atMs],
  );
}

/** Oldest first. */
export async function approvalsOf(db: Queries, id: number): Promise<DepositApproval[]> {
  const { rows } = await db.query<{ operator_id: number; transaction_id: string | null; at_ms: string }>(
    `select operator_id, transaction_id, at_ms from deposit_approvals
      where deposit_id = $1 order by at_ms, operator_id`,
    [id],
  );
  return rows.map(row => ({
    operatorId: row.operator_id,
    transactionId: row.transaction_id,
    atMs: Number(row.at_ms),
  }));
}

/** Removes approvals of an attempt that failed, so that approval starts anew; the desk's log keeps the names. */
export async function forgetApprovals(db: Queries, id: number): Promise<void> {
  await db.query('delete from deposit_approvals where deposit_id = $1', [id]);
}

/** Number of approvals that name this transaction. */
export function approvalsFor(approvals: readonly DepositApproval[], transactionId: string | null): number {
  return approvals.filter(one => one.transactionId === transactionId).length;
}

/** What the customer announced since then and was not refused, in minor units: credited or still under review. */
export async function announcedSince(
  db: Queries,
  { customerId, currencyId }: Pick<Deposit, 'customerId' | 'currencyId'>,
  sinceMs: number,
): Promise<bigint> {
  const { rows } = await db.query<{ sum: string }>(
    `select coalesce(sum(amount_minor), 0)::text as sum from deposits
      where customer_id = $1 and currency_id = $2 and created_at_ms > $3
        and channel <> 'chain' and state in ('processing', 'approving', 'passed')`,
    [customerId, currencyId, sinceMs],
  );
  return BigInt(rows[0]?.sum ?? 0);
}
