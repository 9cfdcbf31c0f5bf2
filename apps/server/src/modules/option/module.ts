import type { ReadonlyExchange } from '@tallystick/core';
import { defineModule } from '../../module/module.ts';
import { registerLimitCalls } from '../limit/routes.ts';
import { LimitService } from '../limit/service.ts';
import { listOptions } from './listing.ts';
import { tellOfOptions, type OptionNewsOptions } from './news.ts';
import { OptionOffers, type OptionOffersOptions } from './offers.ts';
import { registerOptionCalls } from './routes.ts';
import { OptionService, type OptionOptions } from './service.ts';

export type OptionModuleOptions = Omit<
  OptionOptions & OptionOffersOptions & OptionNewsOptions,
  'exchange' | 'feed'
> & {
  readonly exchange: ReadonlyExchange;
};

/** Second options and the limits customers set themselves, over all products. */
export function createOption(options: OptionModuleOptions) {
  const option = new OptionService(options);
  const offers = new OptionOffers(options);
  const limits = new LimitService(options);
  return defineModule({
    name: 'option',
    option,
    offers,
    limits,
    calls(register) {
      registerOptionCalls(register, option, offers);
      registerLimitCalls(register, limits);
    },
    subscriptions: feed => tellOfOptions({ ...options, feed }),
    seed: () => listOptions(options.exchange, options.bus),
  });
}
