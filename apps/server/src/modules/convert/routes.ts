import type { RegisterCall } from '../../http/call-router.ts';
import type { DustService } from './dust.ts';
import type { ConvertService } from './service.ts';

export function registerConvertCalls(
  register: RegisterCall,
  convert: ConvertService,
  dust: DustService,
): void {
  register('POST convert/quote', async (input, { session }) => convert.quote(session.customerId, input));
  register('POST convert/accept', async (input, { session, idempotencyKey }) => ({
    conversion: await convert.accept(session.customerId, input.quote, idempotencyKey),
  }));
  register('GET convert/list', (input, { session }) => convert.list(session.customerId, input));
  register('POST convert/dust_quote', async (input, { session }) => dust.quote(session.customerId, input));
  register('POST convert/dust', async (input, { session, idempotencyKey }) => ({
    conversion: await dust.convert(session.customerId, input.quote, idempotencyKey),
  }));
}
