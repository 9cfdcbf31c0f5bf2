import type pg from 'pg';
import { defineModule } from '../../module/module.ts';
import { NotificationPreferences } from './preferences.ts';
import { CustomerNews } from './customer-news.ts';
import { Notifier, type NotifierOptions } from './notifier.ts';
import { notificationCalls } from './routes.ts';

/** Notifications of customers, and their preferences. */
export function createNotification({
  pool,
  ...options
}: Omit<NotifierOptions, 'preferences'> & { readonly pool: pg.Pool }) {
  const preferences = new NotificationPreferences(pool);
  const notifier = new Notifier({ ...options, preferences });
  return defineModule({
    name: 'notification',
    preferences,
    notifier,
    news: new CustomerNews({ notifier, now: options.now }),
    calls: notificationCalls(preferences),
  });
}
