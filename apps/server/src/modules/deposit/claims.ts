import type { Network } from '../../chains/networks.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Pictures } from '../pictures/service.ts';
import * as store from './store.ts';
import type { Deposit, DepositFlag, Queries } from './store.ts';

export interface Voucher {
  readonly id: number;
  readonly customerId: number;
  readonly pictureId: number;
  readonly network: Network | null;
  readonly transactionId: string | null;
}

const LIVE: readonly Deposit['state'][] = ['processing', 'approving', 'passed', 'covered'];

/**
 * Checks whether a voucher or its transaction was used before. Reuse by the same customer is a mistake and refused.
 * Reuse by another customer is only flagged for operators: a stranger's copy must not block the owner's announcement.
 * Call it within the transaction that holds `lockClaims`. @throws CallFailure voucher_reused
 */
export async function claimVoucher(
  db: Queries,
  pictures: Pick<Pictures, 'replays'>,
  voucher: Voucher,
): Promise<DepositFlag[]> {
  const flags = new Set<DepositFlag>();
  const replayed = await pictures.replays(voucher.pictureId, db);
  if (replayed.length > 0) flags.add('duplicate_voucher');
  const ids = replayed.flatMap(({ usedBy }) => depositIdOf(usedBy) ?? []);
  refuseOwn(await store.findLive(db, ids), voucher, 'picture_id');
  const { network, transactionId } = voucher;
  if (network === null || transactionId === null) return [...flags];
  const others = (await store.findByTransaction(db, network, transactionId)).filter(other =>
    LIVE.includes(other.state),
  );
  refuseOwn(others, voucher, 'transaction_id');
  for (const other of others) {
    flags.add('duplicate_transaction');
    await store.addFlag(db, other.id, 'duplicate_transaction');
  }
  if (await paysSomebodyElse(db, voucher)) flags.add('foreign_transaction');
  return [...flags];
}

function refuseOwn(others: readonly Deposit[], { customerId }: Voucher, field: string): void {
  const own = others.find(other => other.customerId === customerId);
  if (own !== undefined) throw new CallFailure('voucher_reused', { field, deposit_id: own.id });
}

/** The watcher saw the transaction, and it only pays other customers. */
async function paysSomebodyElse(
  db: Queries,
  { network, transactionId, customerId }: Voucher,
): Promise<boolean> {
  const { rows } = await db.query<{ foreign: boolean | null }>(
    `select bool_and(customer_id <> $3) as foreign from chain_transfers where network = $1 and transaction_hash = $2`,
    [network, transactionId, customerId],
  );
  return rows[0]?.foreign === true;
}

function depositIdOf(usedBy: string | null): number | null {
  const [, id] = /^deposit:(\d+)$/.exec(usedBy ?? '') ?? [];
  return id === undefined ? null : Number(id);
}
