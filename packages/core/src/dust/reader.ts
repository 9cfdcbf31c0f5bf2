import type { Refusal } from '../refusal.ts';
import type { BoughtDust } from './event.ts';
import type { DustTerms } from './terms.ts';

/** Questions about dust that change nothing; `exchange.dust`. */
export interface DustReader {
  readonly terms: DustTerms;
  /** What the house would pay at `atMs` for all the customer has available of the currency, or why it buys none. */
  quote(customerId: number, currencyId: number, atMs: number): BoughtDust | Refusal;
  /** What the customer may still be paid on the UTC day of `atMs`, in minor units of the counting currency. */
  leftMinor(customerId: number, atMs: number): bigint;
}
