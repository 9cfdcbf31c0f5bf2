import type { Refusal } from '../refusal.ts';
import type { ConvertPreview } from './preview.ts';

export interface ConvertRequest {
  readonly customerId: number;
  readonly fromCurrencyId: number;
  readonly toCurrencyId: number;
  readonly amountMinor: bigint;
}

/** What may be asked without converting anything; `exchange.conversions`. */
export interface ConvertReader {
  /**
   * What a conversion would come to with the books as they are, or why not. The customer's funds and their own limits
   * are not looked at. `customerId` 0 is a visitor.
   */
  preview(request: ConvertRequest): ConvertPreview | Refusal;
}
