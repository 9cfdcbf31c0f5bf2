import { defineModule } from '../../module/module.ts';
import { subscribeTellers, type TellSubscribersOptions } from './subscribers.ts';

/** What customers are told of the feed and no other module tells. */
export function createNews(options: Omit<TellSubscribersOptions, 'feed'>) {
  return defineModule({
    name: 'news',
    subscriptions: feed => subscribeTellers({ ...options, feed }),
  });
}
