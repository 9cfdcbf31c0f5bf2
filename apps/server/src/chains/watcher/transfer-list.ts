import type pg from 'pg';
import { isNetwork } from '../networks.ts';
import type { IgnoreReason, Transfer, TransferState } from './chain-watcher.ts';
import { readTransfer, type TransferRow } from './transfer-row.ts';

export interface ListedTransfer extends Transfer {
  readonly state: TransferState;
  /** If ignored: why it is not credited automatically. */
  readonly reason: IgnoreReason | null;
  /** Confirmations so far, its own block included; 0 once it left the chain. */
  readonly confirmations: number;
  readonly seenAtMs: number;
  readonly confirmedAtMs: number | null;
}

/** Arrivals at a customer's addresses, newest first; includes those not credited yet or never. */
export async function listTransfers(
  pool: pg.Pool,
  customerId: number,
  limit: number,
): Promise<ListedTransfer[]> {
  const { rows } = await pool.query<TransferRow & { confirmations: string | null }>(
    `select t.*, case when t.state = 'reorganised' then 0 else c.block_number - t.block_number + 1 end as confirmations
     from chain_transfers t left join chain_cursors c using (network)
     where t.customer_id = $1 order by t.seen_at_ms desc, t.transaction_hash, t.log_index limit $2`,
    [customerId, limit],
  );
  return rows
    .filter(row => isNetwork(row.network))
    .map(row => ({
      ...readTransfer(row),
      state: row.state,
      reason: row.reason,
      confirmations: Math.max(Number(row.confirmations ?? 0), 0),
      seenAtMs: Number(row.seen_at_ms),
      confirmedAtMs: row.confirmed_at_ms === null ? null : Number(row.confirmed_at_ms),
    }));
}
