import { defineModule } from '../../module/module.ts';
import { tellOfTrust, type TrustNewsOptions } from './news.ts';
import { trustRoutes, type TrustRoutesOptions } from './routes.ts';
import { TrustService, type TrustOptions } from './service.ts';

/** Locked deposits. */
export function createTrust(options: TrustOptions & TrustRoutesOptions & Omit<TrustNewsOptions, 'feed'>) {
  const service = new TrustService(options);
  return defineModule({
    name: 'trust',
    ...trustRoutes(service, options),
    followSwitch: () => service.followSwitch(),
    subscriptions: feed => tellOfTrust({ ...options, feed }),
    /** A stop between a setting's change and the command must not leave the exchange behind. */
    recover: () => service.followSwitch(),
  });
}
