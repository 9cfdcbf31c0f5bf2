import type { Refusal } from '../refusal.ts';
import type { ConvertPreview } from './preview.ts';

export interface ConvertRequest {
  readonly customerId: number;
  readonly fromCurrencyId: number;
  readonly toCurrencyId: number;
  readonly amountMinor: bigint;
}

/** Questions about conversions that change nothing; `exchange.conversions`. */
export interface ConvertReader {
  /**
   * What a conversion would give with the books as they are, or why it is refused. Does not check the customer's funds
   * and self-imposed limits. `customerId` 0 is a visitor.
   */
  preview(request: ConvertRequest): ConvertPreview | Refusal;
}
