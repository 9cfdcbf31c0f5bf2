import type { LaunchConfig, RateGuard } from './terms.ts';

export type LaunchCommand =
  /** Announces an offer, or changes one that has not started. */
  | { readonly type: 'configureLaunchOffer'; readonly offer: LaunchConfig }
  /** Until the launch: everything committed goes back. */
  | { readonly type: 'cancelLaunchOffer'; readonly offerId: number }
  /** Freezes money of the spot account until the close; several commitments of a customer add up. */
  | {
      readonly type: 'commitToLaunch';
      readonly customerId: number;
      readonly offerId: number;
      /** One of those the offer accepts. */
      readonly currencyId: number;
      readonly amountMinor: bigint;
      /** What the offer's rate is held against; without one, as in older journals, nothing. */
      readonly rateGuard?: RateGuard;
    };
