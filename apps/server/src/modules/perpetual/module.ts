import { defineModule } from '../../module/module.ts';
import { notifyOfPositions } from './alerts.ts';
import { listPerpetuals } from './listing.ts';
import { createPerpetual, type PerpetualModuleOptions } from './perpetual.ts';
import { perpetualRoutes } from './routes.ts';

/** Perpetual contracts. */
export function createPerpetuals(options: PerpetualModuleOptions) {
  const perpetual = createPerpetual(options);
  const { calls, ...shown } = perpetualRoutes(perpetual);
  return defineModule({
    name: 'perpetual',
    begins: { 'POST lever/submit': 'perpetual', 'POST lever/reverse': 'perpetual' },
    /** With the desk's calls. */
    perpetual: { ...perpetual, shown },
    calls,
    subscriptions(feed) {
      perpetual.watch.subscribe(feed);
      notifyOfPositions({ ...options, ...perpetual, feed });
    },
    seed: () => listPerpetuals(options.exchange, options.bus),
    start: () => perpetual.watch.start(),
  });
}
