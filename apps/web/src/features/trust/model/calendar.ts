import type { WireTrustPaymentDay } from '@tallystick/protocol';
import { addDecimals } from '#lib/decimal.ts';

export interface PaymentMonth {
  /** The month's heading. */
  readonly name: string;
  readonly days: readonly WireTrustPaymentDay[];
  /** All interest of the month, by currency. */
  readonly sums: readonly { readonly code: string; readonly interest: string }[];
}

/** Groups payments, sorted by time, into months. `monthOf` names the month of a time. */
export function paymentMonths(
  days: readonly WireTrustPaymentDay[],
  monthOf: (atMs: number) => string,
): PaymentMonth[] {
  const months: { name: string; days: WireTrustPaymentDay[]; sums: Map<string, string> }[] = [];
  for (const day of days) {
    const name = monthOf(day.at_ms);
    let month = months.at(-1);
    if (month?.name !== name) months.push((month = { name, days: [], sums: new Map() }));
    month.days.push(day);
    const { code } = day.currency;
    month.sums.set(code, addDecimals(month.sums.get(code) ?? '0', day.interest));
  }
  return months.map(({ sums, ...month }) => ({
    ...month,
    sums: [...sums].map(([code, interest]) => ({ code, interest })),
  }));
}
