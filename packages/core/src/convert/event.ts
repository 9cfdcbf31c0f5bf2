export type ConvertEvent =
  /** The market orders that did it are in the same command's events. */
  {
    readonly type: 'converted';
    readonly customerId: number;
    readonly fromCurrencyId: number;
    readonly toCurrencyId: number;
    readonly paidMinor: bigint;
    /** After fees. */
    readonly receivedMinor: bigint;
    /** What the quote had promised. */
    readonly minReceivedMinor: bigint;
    /** Through two markets: what is in between, and how much of it made no whole lot and stays in the spot account. */
    readonly viaCurrencyId: number | null;
    readonly restMinor: bigint;
    /** In the order in which they traded. The first one's names the conversion. */
    readonly orderIds: readonly number[];
  };
