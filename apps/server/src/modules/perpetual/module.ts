import { defineModule } from '../../module/module.ts';
import { notifyOfPositions } from './alerts.ts';
import type { TermsNotice } from '../notice/terms-notice.ts';
import { listPerpetuals } from './listing.ts';
import { createPerpetual, type PerpetualModuleOptions } from './perpetual.ts';
import { perpetualKind } from './proposal-kind.ts';
import { perpetualRoutes } from './routes.ts';
import { perpetualTopics } from './topics.ts';

/** Perpetual contracts. */
export function createPerpetuals(options: PerpetualModuleOptions & { readonly termsNotice: TermsNotice }) {
  const perpetual = createPerpetual(options);
  const { calls, ...shown } = perpetualRoutes(perpetual);
  return defineModule({
    name: 'perpetual',
    begins: {
      'POST lever/submit': 'perpetual',
      'POST lever/reverse': 'perpetual',
      'POST lever/order': 'perpetual',
      'POST lever/conditional_order': 'perpetual',
      'POST lever/replace': 'perpetual',
      'POST lever/batch': 'perpetual',
    },
    /** With what the desk shows. */
    perpetual: { ...perpetual, shown },
    kinds: { perpetual: perpetualKind(options.exchange, options.termsNotice) },
    deskCalls(register) {
      register('GET desk/perpetuals', () => shown.contracts());
      register('GET desk/liquidations', input => shown.liquidations(input));
    },
    topics: perpetualTopics({ ...options, ...perpetual }),
    calls,
    subscriptions(feed) {
      perpetual.watch.subscribe(feed);
      notifyOfPositions({ ...options, ...perpetual, feed });
    },
    seed: () => listPerpetuals(options.exchange, options.bus),
    start: () => perpetual.watch.start(),
  });
}
