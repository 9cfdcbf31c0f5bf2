/**
 * Converts one currency into another by market orders in one or two markets, as one step. Either the customer receives
 * at least `minReceivedMinor`, or nothing happens and nothing is frozen.
 */
export interface Convert {
  readonly type: 'convert';
  readonly customerId: number;
  readonly fromCurrencyId: number;
  readonly toCurrencyId: number;
  /** The most that is paid, from the spot account. What is too little for a whole lot stays there. */
  readonly amountMinor: bigint;
  /** Refused after this time: until when the quote is valid. */
  readonly expiresAtMs: number;
  /** After fees. */
  readonly minReceivedMinor: bigint;
}

export type ConvertCommand = Convert;

export const CONVERT_COMMANDS = ['convert'] as const;
