import { USDT } from '@tallystick/protocol/currency-ids';
import type { RegisterCall } from '../../http/call-router.ts';
import { fromWire } from '../../http/words.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { kindTexts, lineTexts } from './content.ts';
import { monthOf } from './period.ts';
import type { StatementService } from './service.ts';
import { wireProfit, wireSpan, wireTaxYear } from './wire.ts';

export function registerStatementCalls(
  register: RegisterCall,
  service: StatementService,
  units: MarketUnitsTable,
): void {
  const currencyOf = (id: number) => units.currency(id);
  register('GET statement/summary', async ({ currency_id: currencyId, ...input }, { session, gone }) => {
    const asked = { ...input, currencyId, reason: fromWire(input.reason) };
    const { lines, kinds, firstMs, ...span } = await service.summary(session.customerId, asked, gone());
    return {
      ...wireSpan(span),
      lines: lines.map(line => ({ ...lineTexts(line, currencyOf), currency_id: line.currencyId })),
      kinds: kinds.map(kind => kindTexts(kind, currencyOf)),
      first_month: firstMs === null ? null : monthOf(firstMs),
    };
  });
  register('GET statement/file', ({ currency_id: currencyId, ...input }, { session, language, gone }) => {
    const wanted = { ...input, currencyId, reason: fromWire(input.reason) };
    return service.file(session.customerId, wanted, language, gone());
  });
  register('GET statement/profit', async ({ period, method }, { session, gone }) =>
    wireProfit(
      await service.profit(session.customerId, period, method, gone()),
      currencyOf,
      currencyOf(USDT),
    ),
  );
  register('GET statement/tax_year', async ({ year, method }, { session, gone }) =>
    wireTaxYear(await service.taxYear(session.customerId, year, method, gone()), currencyOf(USDT)),
  );
}
