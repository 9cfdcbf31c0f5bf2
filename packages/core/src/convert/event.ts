export type ConvertEvent =
  /** The fills of its market orders are other events of the same command. */
  {
    readonly type: 'converted';
    readonly customerId: number;
    readonly fromCurrencyId: number;
    readonly toCurrencyId: number;
    readonly paidMinor: bigint;
    /** After fees. */
    readonly receivedMinor: bigint;
    /** The minimum promised by the quote. */
    readonly minReceivedMinor: bigint;
    /** Over two markets: amount in the middle currency, and the part too small for a lot, left in the spot account. */
    readonly viaCurrencyId: number | null;
    readonly restMinor: bigint;
    /** In the order in which they traded. The first order's id is the conversion's id. */
    readonly orderIds: readonly number[];
  };
