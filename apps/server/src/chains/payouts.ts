import { base58 } from '@scure/base';
import type { Network } from './networks.ts';

/** What an operator reports as sent. */
export interface Payout {
  /** As `readTransactionId` gives it. */
  readonly transactionId: string;
  /** Checked by `checkAddress`. */
  readonly address: string;
  /** What must be sent along; null or missing: nothing may be. */
  readonly memo?: string | null;
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

/**
 * Checks whether a transaction that was sent from the operator's custody really pays the amount to the address. A payout
 * that a contract makes along the way (ETH out of a multi-signature wallet) shows as `different`: it is in no receipt.
 * Throws when the node cannot be reached or its answer is invalid.
 */
export interface PayoutVerifier {
  verify(payout: Payout): Promise<PayoutCheck>;
}

/**
 * A transaction id in its normal spelling, or null. 64 hexadecimal digits: behind `0x` on Ethereum and the BNB Smart
 * Chain, in capitals on the XRP Ledger; on Solana a signature of 64 bytes in base58.
 */
export function readTransactionId(network: Network, written: string): string | null {
  const text = written.trim();
  if (network === 'SOL') return isSignature(text) ? text : null;
  const [, digits] = /^(?:0x)?([0-9a-f]{64})$/.exec(text.toLowerCase()) ?? [];
  if (digits === undefined) return null;
  if (network === 'XRP') return digits.toUpperCase();
  return network === 'ERC20' || network === 'BEP20' ? `0x${digits}` : digits;
}

function isSignature(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text) && base58.decode(text).length === 64;
}
