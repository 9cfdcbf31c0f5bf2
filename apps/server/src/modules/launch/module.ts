import { defineModule } from '../../module/module.ts';
import { tellOfLaunches, type LaunchNewsOptions } from './news.ts';
import { registerLaunchCalls } from './routes.ts';
import { LaunchService, type LaunchOptions } from './service.ts';

/** Offers of new currencies. */
export function createLaunch(options: LaunchOptions & Omit<LaunchNewsOptions, 'feed'>) {
  const service = new LaunchService(options);
  return defineModule({
    name: 'launch',
    service,
    calls: register => registerLaunchCalls(register, service),
    subscriptions: feed => tellOfLaunches({ ...options, feed }),
  });
}
