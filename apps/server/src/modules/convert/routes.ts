import type { RegisterCall } from '../../http/call-router.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { amountMinor, type MarketUnitsTable } from '../market/units.ts';
import type { DustService } from './dust.ts';
import type { ConvertService } from './service.ts';
import { wireConversion, wireDustQuote, wireQuote } from './wire.ts';

export function registerConvertCalls(
  register: RegisterCall,
  convert: ConvertService,
  dust: DustService,
  units: MarketUnitsTable,
): void {
  register('POST convert/quote', (input, { session }) => {
    const { from_id: fromCurrencyId, to_id: toCurrencyId } = input;
    const amount = amountMinor(input.amount, units.currency(fromCurrencyId, 'from_id'), 'amount');
    const chosen = { fromCurrencyId, toCurrencyId, amountMinor: amount };
    return wireQuote(units, convert.quote(session.customerId, chosen));
  });
  register('POST convert/accept', async (input, { session, idempotencyKey }) => {
    const conversion = await convert.accept(session.customerId, input.quote, idempotencyKey);
    return { conversion: wireConversion(units, conversion) };
  });
  register('GET convert/list', async (input, { session }) => {
    const before = readCursor(input.cursor, 1)?.[0] ?? null;
    const rows = await convert.list(session.customerId, before, input.limit + 1);
    return pageOf(
      rows,
      input.limit,
      row => String(row.sequence),
      row => wireConversion(units, row),
    );
  });
  register('POST convert/dust_quote', (input, { session }) => {
    const chosen = input.currency_ids?.split(',').map(Number);
    return wireDustQuote(units, dust.quote(session.customerId, chosen));
  });
  register('POST convert/dust', async (input, { session, idempotencyKey }) => {
    const conversion = await dust.convert(session.customerId, input.quote, idempotencyKey);
    return { conversion: wireConversion(units, conversion) };
  });
}
