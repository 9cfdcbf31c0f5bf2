import type { CommandBus } from '../../engine/command-bus.ts';
import { defineModule } from '../../module/module.ts';
import { listMarkets } from './listing.ts';
import { registerMarketCalls } from './routes.ts';
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
    calls: register => registerMarketCalls(register, service),
    seed: () => listMarkets(options.exchange, options.bus),
  });
}
