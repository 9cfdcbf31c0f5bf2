import { defineModule } from '../../module/module.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { DustService } from './dust.ts';
import { dustTermsKind } from './proposal-kind.ts';
import { registerConvertCalls } from './routes.ts';
import { ConvertService, type ConvertOptions } from './service.ts';
import { SignedQuotes } from './signed-quote.ts';

export interface ConvertModuleOptions extends Omit<ConvertOptions, 'quotes'> {
  readonly units: MarketUnitsTable;
  readonly secret: Buffer;
}

/** Conversions at a quoted price, and of balances too small for an order. */
export function createConvert(options: ConvertModuleOptions) {
  const quotes = new SignedQuotes(options.secret);
  const convert = new ConvertService({ ...options, quotes });
  const dust = new DustService({ ...options, quotes });
  return defineModule({
    name: 'convert',
    begins: { 'POST convert/accept': 'spot', 'POST convert/dust': 'spot' },
    kinds: { dust_terms: dustTermsKind(options.exchange) },
    calls: register => registerConvertCalls(register, convert, dust, options.units),
  });
}
