import type { ReadonlyExchange } from '@tallystick/core';
import type { RegisterCall } from '../../http/call-router.ts';
import { registerLimitCalls } from '../limit/routes.ts';
import { LimitService } from '../limit/service.ts';
import { tellOfOptions, type OptionNewsOptions } from './news.ts';
import { OptionOffers, type OptionOffersOptions } from './offers.ts';
import { registerOptionCalls } from './routes.ts';
import { OptionService, type OptionOptions } from './service.ts';

export type OptionModuleOptions = Omit<
  OptionOptions & OptionOffersOptions & OptionNewsOptions,
  'exchange'
> & {
  readonly exchange: ReadonlyExchange;
};

export interface OptionModule {
  readonly option: OptionService;
  readonly offers: OptionOffers;
  /** Customers' own limits, over all products. */
  readonly limits: LimitService;
  readonly registerCalls: (register: RegisterCall) => void;
}

/** Second options and the limits customers set themselves, wired. */
export function createOption(options: OptionModuleOptions): OptionModule {
  const option = new OptionService(options);
  const offers = new OptionOffers(options);
  const limits = new LimitService(options);
  tellOfOptions(options);
  return {
    option,
    offers,
    limits,
    registerCalls(register) {
      registerOptionCalls(register, option, offers);
      registerLimitCalls(register, limits);
    },
  };
}
