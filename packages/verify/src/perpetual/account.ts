import { e8Of, minorOf, ppmOf } from '../amounts.ts';
import type { PerpetualParts } from './records.ts';

type Account = NonNullable<PerpetualParts<'liquidation'>['record']['account']>;

/** Digits after the point to which quantities are read: more than any currency has. */
const QUANTITY_DECIMALS = 18;
const E8 = 10n ** 8n;
const MILLION = 1_000_000n;

/**
 * Equity and maintenance of an account that carried several positions, from its balance and their figures alone: results at
 * the marks truncated toward zero, maintenance truncated, as the exchange does it position by position.
 */
export function recomputeAccount({ available, positions }: Account, decimals: number) {
  let equityMinor = minorOf(available, decimals);
  let maintenanceMinor = 0n;
  const scale = E8 * 10n ** BigInt(QUANTITY_DECIMALS);
  for (const one of positions) {
    const quantity = minorOf(one.quantity, QUANTITY_DECIMALS);
    const value = BigInt(e8Of(one.mark_price)) * quantity * 10n ** BigInt(decimals);
    const entry = minorOf(one.open_value, decimals) * scale;
    equityMinor += (one.direction === 'long' ? value - entry : entry - value) / scale;
    maintenanceMinor += (value * BigInt(ppmOf(one.maintenance_percent))) / (scale * MILLION);
  }
  return { equityMinor, maintenanceMinor };
}
