import type { LaunchOffer, LaunchOrder } from './terms.ts';

export type LaunchEvent =
  /** The offer after the command, at most once per offer and command, complete. */
  | { readonly type: 'launchOfferChanged'; readonly offer: LaunchOffer }
  /** What a customer has just committed; the order it belongs to follows. */
  | {
      readonly type: 'launchCommitted';
      /** Counts all commitments from 1. */
      readonly commitmentId: number;
      readonly orderId: number;
      readonly currencyId: number;
      readonly amountMinor: bigint;
    }
  /** The order after the command, at most once per order and command, complete. */
  | { readonly type: 'launchOrderChanged'; readonly order: LaunchOrder };

/**
 * Freeze and unfreeze stay within the customer's spot account. A payment goes to `launchEscrow`, from there back
 * (refund) or to `issuer` (proceeds). Issued units come from `issuance` and are released from `launchEscrow`.
 */
export type LaunchPostingReason =
  | 'launchFreeze'
  | 'launchUnfreeze'
  | 'launchPayment'
  | 'launchRefund'
  | 'launchIssue'
  | 'launchProceeds'
  | 'launchRelease';
