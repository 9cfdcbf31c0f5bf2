import type { ReadonlyExchange } from '@tallystick/core';
import { defineModule } from '../../module/module.ts';
import { registerLimitCalls } from '../limit/routes.ts';
import { LimitService } from '../limit/service.ts';
import { listOptions } from './listing.ts';
import { tellOfOptions, type OptionNewsOptions } from './news.ts';
import { OptionOffers, type OptionOffersOptions } from './offers.ts';
import { optionRoutes, type OptionRoutesOptions } from './routes.ts';
import { OptionService, type OptionOptions } from './service.ts';

export type OptionModuleOptions = Omit<
  OptionOptions & OptionOffersOptions & OptionRoutesOptions & OptionNewsOptions,
  'exchange' | 'feed'
> & {
  readonly exchange: ReadonlyExchange;
};

/** Second options and the limits customers set themselves, over all products. */
export function createOption(options: OptionModuleOptions) {
  const { calls, ...routes } = optionRoutes(new OptionService(options), new OptionOffers(options), options);
  const limits = new LimitService(options);
  return defineModule({
    name: 'option',
    ...routes,
    limits,
    calls(register) {
      calls(register);
      registerLimitCalls(register, limits);
    },
    subscriptions: feed => tellOfOptions({ ...options, feed }),
    seed: () => listOptions(options.exchange, options.bus),
  });
}
