import type { Refusal } from '../refusal.ts';
import type { BoughtDust } from './event.ts';
import type { DustTerms } from './terms.ts';

/** What may be known of dust at any moment; `exchange.dust`. */
export interface DustReader {
  readonly terms: DustTerms;
  /** What the house would pay for a customer's whole available balance of the currency at `atMs`, or why it buys none. */
  quote(customerId: number, currencyId: number, atMs: number): BoughtDust | Refusal;
  /** What the customer may still be paid on the day of `atMs`, in minor units of the counting currency. */
  leftMinor(customerId: number, atMs: number): bigint;
}
