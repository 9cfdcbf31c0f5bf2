import { defineModule } from '../../module/module.ts';
import { tellOfLaunches, type LaunchNewsOptions } from './news.ts';
import { launchRoutes } from './routes.ts';
import { LaunchService, type LaunchOptions } from './service.ts';

/** Offers of new currencies. */
export function createLaunch(options: LaunchOptions & Omit<LaunchNewsOptions, 'feed'>) {
  return defineModule({
    name: 'launch',
    ...launchRoutes(new LaunchService(options), options),
    subscriptions: feed => tellOfLaunches({ ...options, feed }),
  });
}
