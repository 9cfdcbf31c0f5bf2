import type pg from 'pg';
import { defineModule } from '../../module/module.ts';
import { NotificationPreferences } from './preferences.ts';
import { CustomerNews } from './customer-news.ts';
import { Notifier, type NotifierOptions } from './notifier.ts';

/** How customers are told of what happens, and what they chose of it. */
export function createNotification({
  pool,
  ...options
}: Omit<NotifierOptions, 'choices'> & { readonly pool: pg.Pool }) {
  const choices = new NotificationPreferences(pool);
  const notifier = new Notifier({ ...options, choices });
  return defineModule({
    name: 'notification',
    choices,
    notifier,
    news: new CustomerNews({ notifier, now: options.now }),
    calls(register) {
      register('GET tell/settings', (_input, { session }) => choices.settings(session.customerId));
      register('POST tell/choose', async ({ event, mail, push }, { session }) => {
        await choices.choose(session.customerId, event, {
          ...(mail === undefined ? {} : { mail }),
          ...(push === undefined ? {} : { push }),
        });
        return choices.settings(session.customerId);
      });
      register('POST tell/quiet', async ({ on, from, to, zone }, { session }) => {
        const complete = on && from !== undefined && to !== undefined && zone !== undefined;
        await choices.setQuiet(session.customerId, complete ? { from, to, zone } : null);
        return choices.settings(session.customerId);
      });
    },
  });
}
