/** A limit order without what all quotes have in common. */
export type Quote = readonly [priceTicks: number, lots: number];

/** What a replacement does if it cannot cancel: see `ReplaceOrder`. */
export const REPLACE_MODES = ['stopOnFailure', 'allowFailure'] as const;
export type ReplaceMode = (typeof REPLACE_MODES)[number];
