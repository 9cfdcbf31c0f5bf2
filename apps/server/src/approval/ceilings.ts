import { CallFailure } from '../http/call-failure.ts';
import { ppmOfPercent } from '../http/percent.ts';

/** Percent of a trade. The core has the same for markets and contracts that are listed. */
export const MAX_TRADING_FEE = '0.5';

/** Throws fee_above_ceiling for the first percentage beyond its ceiling. */
export function refuseAbove(maximum: string, percents: Readonly<Record<string, string>>): void {
  for (const [field, percent] of Object.entries(percents)) {
    if (ppmOfPercent(percent) > ppmOfPercent(maximum)) {
      throw new CallFailure('fee_above_ceiling', { field, maximum });
    }
  }
}
