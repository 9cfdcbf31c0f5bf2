import type { CommandBus } from '../../engine/command-bus.ts';
import type { Rates } from '../../feeds/rates.ts';
import { defineModule } from '../../module/module.ts';
import { listMarkets } from './listing.ts';
import { marketRoutes } from './routes.ts';
import { MarketService, type MarketOptions } from './service.ts';
import type { MarketUnitsTable } from './units.ts';
import type { CandleUnitsOf, MarketsShown } from './wire.ts';

export interface MarketModuleOptions extends MarketOptions, MarketsShown {
  readonly exchange: MarketOptions['exchange'];
  readonly clock: MarketsShown['clock'];
  readonly units: MarketUnitsTable;
  readonly rates: Pick<Rates, 'all'>;
  readonly bus: CommandBus;
  readonly candleUnits: CandleUnitsOf;
}

/** Currencies, markets and their prices. */
export function createMarket(options: MarketModuleOptions) {
  return defineModule({
    name: 'market',
    ...marketRoutes(new MarketService(options), options),
    seed: () => listMarkets(options.exchange, options.bus),
  });
}
