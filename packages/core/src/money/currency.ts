/** A currency of the ledger. Amounts are bigint minor units: 1 unit = 10^decimals minor units. */
export interface Currency {
  readonly id: number;
  /** Upper-case code, e.g. `USDT`. */
  readonly code: string;
  /** 0 to 12: the finest amount the ledger holds is 10^-decimals. */
  readonly decimals: number;
  /** Full name, for currencies launched by an offer. */
  readonly name?: string;
}
