/** Fees in ppm that an order or position keeps although the market's have risen since: it pays the lower of both. */
export interface KeptFees {
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** Only contracts have this fee. */
  readonly liquidationFeePpm: number;
}

/** Nothing has risen since: the market's fees apply. */
export const NOTHING_KEPT: KeptFees = {
  makerFeePpm: Infinity,
  takerFeePpm: Infinity,
  liquidationFeePpm: Infinity,
};

/** The lower of both, fee by fee. */
export function lowerFees(a: KeptFees, b: KeptFees): KeptFees {
  return {
    makerFeePpm: Math.min(a.makerFeePpm, b.makerFeePpm),
    takerFeePpm: Math.min(a.takerFeePpm, b.takerFeePpm),
    liquidationFeePpm: Math.min(a.liquidationFeePpm, b.liquidationFeePpm),
  };
}
