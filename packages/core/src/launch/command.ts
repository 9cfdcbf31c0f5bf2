import type { LaunchConfig } from './terms.ts';

/** How far an offer's fixed rate may be from the index when somebody commits. */
export interface RateGuard {
  /** The most the rate may differ from the index, in millionths of the index. */
  readonly bandPpm: number;
  /** An older index tick does not count. */
  readonly staleMs: number;
}

export type LaunchCommand =
  /** Announces an offer, or changes one that has not started. */
  | { readonly type: 'configureLaunchOffer'; readonly offer: LaunchConfig }
  /** Possible until the launch: everything committed goes back. */
  | { readonly type: 'cancelLaunchOffer'; readonly offerId: number }
  /** Freezes money of the spot account until the close; several commitments of a customer add up. */
  | {
      readonly type: 'commitToLaunch';
      readonly customerId: number;
      readonly offerId: number;
      /** One of those the offer accepts. */
      readonly currencyId: number;
      readonly amountMinor: bigint;
      /** Limits the distance of the rate from the index; absent in older journals, which had no such limit. */
      readonly rateGuard?: RateGuard;
    };

export const LAUNCH_COMMANDS = ['configureLaunchOffer', 'cancelLaunchOffer', 'commitToLaunch'] as const;
