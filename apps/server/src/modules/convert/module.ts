import { defineModule } from '../../module/module.ts';
import { DustService } from './dust.ts';
import { ConvertService, type ConvertOptions } from './service.ts';
import { SignedQuotes } from './signed-quote.ts';

/** Conversions at a quoted price, and of balances too small for an order. */
export function createConvert(options: Omit<ConvertOptions, 'quotes'> & { readonly secret: Buffer }) {
  const quotes = new SignedQuotes(options.secret);
  const convert = new ConvertService({ ...options, quotes });
  const dust = new DustService({ ...options, quotes });
  return defineModule({
    name: 'convert',
    calls(register) {
      register('POST convert/quote', async (input, { session }) => convert.quote(session.customerId, input));
      register('POST convert/accept', async (input, { session, idempotencyKey }) => ({
        conversion: await convert.accept(session.customerId, input.quote, idempotencyKey),
      }));
      register('GET convert/list', (input, { session }) => convert.list(session.customerId, input));
      register('POST convert/dust_quote', async (input, { session }) =>
        dust.quote(session.customerId, input),
      );
      register('POST convert/dust', async (input, { session, idempotencyKey }) => ({
        conversion: await dust.convert(session.customerId, input.quote, idempotencyKey),
      }));
    },
  });
}
