import type { CommittedBatch } from '../../engine/batch.ts';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import { defineModule } from '../../module/module.ts';
import type { Allowances } from '../account/allowances.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { Figures } from './figures.ts';
import { registerPriceAlertCalls } from './routes.ts';
import { PriceAlertService, type PriceAlertOptions } from './service.ts';
import { AlertWatch, type AlertWatchOptions } from './watch.ts';

type Given = Omit<PriceAlertOptions & AlertWatchOptions, 'figures' | 'watch'>;

export interface PriceAlertModuleOptions extends Given {
  readonly marketData: MarketData;
  readonly units: MarketUnitsTable;
  readonly engine: { onCommitted(listener: (batch: CommittedBatch) => void): void };
  readonly allowances: Allowances;
}

/** Customers' price alerts. */
export function createPriceAlerts(options: PriceAlertModuleOptions) {
  const figures = new Figures(options.marketData, options.units);
  const watch = new AlertWatch({ ...options, figures });
  const service = new PriceAlertService({ ...options, figures, watch });
  options.engine.onCommitted(batch => watch.committed(batch));
  return defineModule({
    name: 'price-alert',
    watch,
    calls: register => registerPriceAlertCalls(register, service, options.units, options.allowances),
    subscriptions: feed =>
      feed.listen({
        name: 'price-alerts',
        kinds: ['priceAlertChanged'],
        deliver: events => watch.changed(events.map(({ body }) => body.alertId)),
      }),
    /** Starts after the feed, which brings alerts set from then on. */
    async start() {
      await watch.start();
      return () => watch.stop();
    },
  });
}
