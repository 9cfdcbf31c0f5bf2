import type { Network } from '../networks.ts';
import type { IgnoreReason, Transfer, TransferState } from './chain-watcher.ts';

/** A row of chain_transfers as pg gives it: bigint and numeric as text. */
export interface TransferRow {
  readonly network: Network;
  readonly transaction_hash: string;
  readonly log_index: number;
  readonly inclusion: number;
  readonly customer_id: number;
  readonly address: string;
  readonly sender: string | null;
  readonly currency_id: number;
  readonly amount: string;
  readonly amount_minor: string;
  readonly block_number: string;
  readonly block_hash: string;
  readonly state: TransferState;
  readonly reason: IgnoreReason | null;
  readonly seen_at_ms: string;
  readonly confirmed_at_ms: string | null;
}

export function readTransfer(row: TransferRow): Transfer {
  const { network, transaction_hash: transactionHash, log_index: logIndex, inclusion } = row;
  return {
    key: transferKey(network, transactionHash, logIndex, inclusion),
    network,
    transactionHash,
    logIndex,
    inclusion,
    customerId: row.customer_id,
    address: row.address,
    sender: row.sender,
    currencyId: row.currency_id,
    amount: BigInt(row.amount),
    amountMinor: BigInt(row.amount_minor),
    blockNumber: Number(row.block_number),
    blockHash: row.block_hash,
  };
}

function transferKey(network: Network, transactionHash: string, logIndex: number, inclusion: number): string {
  const key = `deposit:${network}:${transactionHash}:${logIndex}`;
  return inclusion === 1 ? key : `${key}:${inclusion}`;
}

/** JSON has no bigint: amounts travel as text. */
export function transferToJson(transfer: Transfer): string {
  return JSON.stringify({
    ...transfer,
    amount: String(transfer.amount),
    amountMinor: String(transfer.amountMinor),
  });
}

export function transferFromJson(json: Readonly<Record<string, unknown>>): Transfer {
  const { amount, amountMinor } = json as { amount: string; amountMinor: string };
  return { ...(json as unknown as Transfer), amount: BigInt(amount), amountMinor: BigInt(amountMinor) };
}
