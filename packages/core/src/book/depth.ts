/** `[priceTicks, quantityLots]`, best price first on both sides. */
export interface Depth {
  readonly bids: readonly (readonly [priceTicks: number, quantityLots: number])[];
  readonly asks: readonly (readonly [priceTicks: number, quantityLots: number])[];
}
