import { defineModule } from '../../module/module.ts';
import { spotRoutes } from './routes.ts';
import { SpotService, type SpotOptions } from './service.ts';
import { spotTopics, type SpotTopicsOptions } from './topics.ts';

/** Orders. */
export function createSpot(options: SpotOptions & SpotTopicsOptions & { readonly now: () => number }) {
  const routes = spotRoutes(new SpotService(options), options.units, options.now);
  return defineModule({
    name: 'spot',
    begins: {
      'POST coin/trade': 'spot',
      'POST coin/order_list': 'spot',
      'POST coin/replace': 'spot',
      'POST coin/batch': 'spot',
    },
    ...routes,
    topics: spotTopics(options),
  });
}
