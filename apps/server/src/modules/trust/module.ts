import { defineModule } from '../../module/module.ts';
import { tellOfTrust, type TrustNewsOptions } from './news.ts';
import { registerTrustCalls } from './routes.ts';
import { TrustService, type TrustOptions } from './service.ts';

/** Locked deposits. */
export function createTrust(options: TrustOptions & Omit<TrustNewsOptions, 'feed'>) {
  const service = new TrustService(options);
  return defineModule({
    name: 'trust',
    service,
    calls: register => registerTrustCalls(register, service),
    subscriptions: feed => tellOfTrust({ ...options, feed }),
    /** A stop between a setting's change and the command must not leave the exchange behind. */
    recover: () => service.followSwitch(),
  });
}
