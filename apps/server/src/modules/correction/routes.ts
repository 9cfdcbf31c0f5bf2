import { formatMinor } from '@tallystick/core/money/decimal';
import type { RegisterCall } from '../../http/call-router.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { GoodwillPayments } from './goodwill.ts';
import type { PaidTotal } from './goodwill-store.ts';

export function registerCorrectionCalls(
  register: RegisterCall,
  payments: Pick<GoodwillPayments, 'totals'>,
  units: MarketUnitsTable,
): void {
  const wireTotal = ({ currencyId, amountMinor, payments: count }: PaidTotal) => {
    const { code, decimals } = units.currency(currencyId);
    return { currency: code, amount: formatMinor(amountMinor, decimals), payments: count };
  };
  register('GET goodwill/totals', async () => {
    const rows = await payments.totals();
    return {
      totals: rows.filter(row => row.day === null).map(wireTotal),
      days: rows.flatMap(row => (row.day === null ? [] : [{ day: row.day, ...wireTotal(row) }])),
    };
  });
}
