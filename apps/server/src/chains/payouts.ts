import type { Network } from './networks.ts';

/** What an operator reports as sent. */
export interface Payout {
  /** As `readTransactionId` gives it. */
  readonly transactionId: string;
  /** Checked by `checkAddress`. */
  readonly address: string;
  readonly currencyId: number;
  /** In the ledger's minor units; the transaction must pay exactly this. */
  readonly amountMinor: bigint;
}

export type PayoutCheck =
  /** It pays the amount to the address. `confirmed`: with enough confirmations. */
  | {
      readonly state: 'confirmed' | 'included';
      readonly confirmations: number;
      /**
       * The places within the transaction that pay it (-1: the transaction itself). Whoever records the payout must
       * claim one (network, transaction, place) exclusively: one payment must not settle two withdrawals.
       */
      readonly logIndexes: readonly number[];
    }
  /** Sent, not in a block yet. Its places are told where they are certain before: outputs are, logs are not. */
  | { readonly state: 'pending'; readonly logIndexes?: readonly number[] }
  /** The node does not know it. */
  | { readonly state: 'unknown' }
  /** Reverted: nothing was paid. */
  | { readonly state: 'failed' }
  /** It succeeded but pays other things, which are listed: amounts in the chain's units with these decimals. */
  | {
      readonly state: 'different';
      readonly paid: readonly {
        readonly address: string;
        readonly currencyId: number;
        readonly amount: bigint;
        readonly decimals: number;
      }[];
    }
  /** There is no node for this network: someone must check an explorer. */
  | { readonly state: 'unverifiable' };

/** Checks payouts of one network. Throws when the node cannot be reached or its answer is invalid. */
export interface PayoutVerifier {
  verify(payout: Payout): Promise<PayoutCheck>;
}

/**
 * Whether a transaction that was sent from the operator's custody really pays the amount to the address. A payout that
 * a contract makes along the way (ETH out of a multi-signature wallet) shows as `different`: it is in no receipt.
 */
export async function verifyPayout(
  verifiers: Readonly<Partial<Record<Network, PayoutVerifier>>>,
  network: Network,
  payout: Payout,
): Promise<PayoutCheck> {
  return (await verifiers[network]?.verify(payout)) ?? { state: 'unverifiable' };
}

/** A transaction id in its normal spelling, or null: 64 hexadecimal digits, on Ethereum behind `0x`. */
export function readTransactionId(network: Network, written: string): string | null {
  const [, digits] = /^(?:0x)?([0-9a-f]{64})$/.exec(written.trim().toLowerCase()) ?? [];
  if (digits === undefined) return null;
  return network === 'ERC20' ? `0x${digits}` : digits;
}
