import { defineModule } from '../../module/module.ts';
import { subscribeNotifiers, type NotifierSubscribersOptions } from './subscribers.ts';

/** Customer messages for feed events that no other module handles. */
export function createNews(options: Omit<NotifierSubscribersOptions, 'feed'>) {
  return defineModule({
    name: 'news',
    subscriptions: feed => subscribeNotifiers({ ...options, feed }),
  });
}
