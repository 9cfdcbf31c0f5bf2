import type { Network } from '../networks.ts';

export type TransferState = 'seen' | 'confirmed' | 'reorganised' | 'ignored';
export type IgnoreReason = 'below_minimum' | 'own_transfer' | 'implausible_amount';

/** A payment to a customer's deposit address. */
export interface Transfer {
  /**
   * Identifies the credit: `deposit:<network>:<transaction>:<log>`. If the same transaction is included again after a
   * reorganisation reversed its credit, `:2`, `:3` … is appended.
   */
  readonly key: string;
  readonly network: Network;
  readonly transactionHash: string;
  /** Position among the transaction's logs or outputs; -1 for the chain's own coin. */
  readonly logIndex: number;
  readonly inclusion: number;
  readonly customerId: number;
  readonly address: string;
  /** Null where a chain has no single sender. */
  readonly sender: string | null;
  readonly currencyId: number;
  /** In the chain's units. */
  readonly amount: bigint;
  /** In the ledger's minor units, truncated; further decimals of the chain stay in custody. */
  readonly amountMinor: bigint;
  readonly blockNumber: number;
  readonly blockHash: string;
}

/**
 * Receives every transfer: `onConfirmed` once it has its confirmations, `onReorganised` when a confirmed one left the
 * chain. Both are repeated until they resolve, also after a restart, and in order for each transfer. They must be
 * idempotent by `transfer.key`.
 */
export interface TransferSink {
  onConfirmed(transfer: Transfer): Promise<void>;
  onReorganised(transfer: Transfer): Promise<void>;
}

export interface WatcherHealth {
  readonly network: Network;
  /** `catching_up`: more blocks to read than fit in one turn. `failing`: nothing is credited until it works again. */
  readonly state: 'starting' | 'following' | 'catching_up' | 'failing';
  /** Newest block of the node, and newest one read. */
  readonly headNumber: number | null;
  readonly scannedNumber: number | null;
  readonly failuresInARow: number;
  readonly lastError: string | null;
  readonly lastSuccessAtMs: number | null;
  /** Transfers with enough confirmations that a witness node denies. They are not credited. */
  readonly doubted: number;
  /** Reports not delivered to the sink yet. */
  readonly waitingReports: number;
}

/** Follows one network. */
export interface ChainWatcher {
  readonly network: Network;
  /** One turn: read new blocks, report. Never rejects; turns do not overlap. */
  tick(): Promise<WatcherHealth>;
  health(): WatcherHealth;
}
