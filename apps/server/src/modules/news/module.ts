import { defineModule } from '../../module/module.ts';
import { subscribeNotifiers, type NotifierSubscribersOptions } from './subscribers.ts';

/** What customers are told of the feed and no other module tells. */
export function createNews(options: Omit<NotifierSubscribersOptions, 'feed'>) {
  return defineModule({
    name: 'news',
    subscriptions: feed => subscribeNotifiers({ ...options, feed }),
  });
}
