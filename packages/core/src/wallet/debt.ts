export interface Debt {
  readonly customerId: number;
  readonly currencyId: number;
  readonly owedMinor: bigint;
}
