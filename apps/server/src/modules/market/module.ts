import type { CommandBus } from '../../engine/command-bus.ts';
import { defineModule } from '../../module/module.ts';
import { listMarkets } from './listing.ts';
import { MarketService, type MarketOptions } from './service.ts';

export interface MarketModuleOptions extends MarketOptions {
  readonly bus: CommandBus;
}

/** Currencies, markets and their prices. */
export function createMarket(options: MarketModuleOptions) {
  const service = new MarketService(options);
  return defineModule({
    name: 'market',
    service,
    calls(register) {
      register('GET currency/quotation_new', () => service.quotations());
      register('GET currency/new_timeshar', input =>
        service.candles(input.market_id, input.interval, input.limit, input.to_ms),
      );
      register('GET currency/deal', input => service.deal(input.market_id));
      register('GET coin/convert', input => service.convert(input.from, input.to, input.amount));
    },
    seed: () => listMarkets(options.exchange, options.bus),
  });
}
