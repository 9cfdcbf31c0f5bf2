import { defineModule } from '../../module/module.ts';
import { tellOfPositions } from './alerts.ts';
import { listPerpetuals } from './listing.ts';
import { createPerpetual, type PerpetualModuleOptions } from './perpetual.ts';
import { registerPerpetualCalls } from './routes.ts';

/** Perpetual contracts. */
export function createPerpetuals(options: PerpetualModuleOptions) {
  const perpetual = createPerpetual(options);
  return defineModule({
    name: 'perpetual',
    begins: { 'POST lever/submit': 'perpetual', 'POST lever/reverse': 'perpetual' },
    perpetual,
    calls: register => registerPerpetualCalls(register, perpetual),
    subscriptions(feed) {
      perpetual.watch.subscribe(feed);
      tellOfPositions({ ...options, ...perpetual, feed });
    },
    seed: () => listPerpetuals(options.exchange, options.bus),
    start: () => perpetual.watch.start(),
  });
}
