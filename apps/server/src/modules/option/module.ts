import type { ReadonlyExchange } from '@tallystick/core';
import { deskCalls } from '@tallystick/protocol/desk';
import { knownCustomer } from '../../approval/desk-exchange.ts';
import { defineModule } from '../../module/module.ts';
import { limitRoutes } from '../limit/routes.ts';
import { LimitService } from '../limit/service.ts';
import { readOptions } from './desk-options.ts';
import { listOptions } from './listing.ts';
import { notifyOfOptions, type OptionNewsOptions } from './news.ts';
import { OptionOffers, type OptionOffersOptions } from './offers.ts';
import { optionKind } from './proposal-kind.ts';
import { optionRoutes, type OptionRoutesOptions } from './routes.ts';
import { OptionService, type OptionOptions } from './service.ts';
import { optionTopics, type OptionTopicsOptions } from './topics.ts';

export type OptionModuleOptions = Omit<
  OptionOptions & OptionOffersOptions & OptionRoutesOptions & OptionNewsOptions & OptionTopicsOptions,
  'exchange' | 'feed'
> & {
  readonly exchange: ReadonlyExchange;
};

/** Second options, and the limits that customers set themselves across all products. */
export function createOption(options: OptionModuleOptions) {
  const { exchange } = options;
  const { calls, list, ...routes } = optionRoutes(
    new OptionService(options),
    new OptionOffers(options),
    options,
  );
  const limits = limitRoutes(new LimitService(options), options);
  return defineModule({
    name: 'option',
    ...routes,
    limits,
    calls(register) {
      calls(register);
      limits.calls(register);
    },
    deskCalls(register) {
      register('GET desk/options', () => readOptions(exchange));
      // Parsing drops the fields that the desk does not show.
      register('GET desk/customer_options', async ({ customer_id: id, ...filter }) =>
        deskCalls['GET desk/customer_options'].output.parse(await list(knownCustomer(exchange, id), filter)),
      );
    },
    topics: optionTopics(options),
    kinds: { option: optionKind(exchange) },
    subscriptions: feed => notifyOfOptions({ ...options, feed }),
    seed: () => listOptions(options.exchange, options.bus),
  });
}
