/**
 * One currency into another by market orders, through one market or two, as one step: either the customer gets at least
 * `minReceivedMinor`, or nothing has happened and nothing is frozen.
 */
export interface Convert {
  readonly type: 'convert';
  readonly customerId: number;
  readonly fromCurrencyId: number;
  readonly toCurrencyId: number;
  /** The most that is paid, of the spot account; what makes no whole lot stays. */
  readonly amountMinor: bigint;
  /** Refused after it: whoever quoted says how long the quote holds. */
  readonly expiresAtMs: number;
  /** After fees. */
  readonly minReceivedMinor: bigint;
}

export type ConvertCommand = Convert;

export const CONVERT_COMMANDS = ['convert'] as const;
