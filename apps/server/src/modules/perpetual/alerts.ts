import type pg from 'pg';
import type { Feed } from '../../feed/feed.ts';
import type { Notifier } from '../notification/notifier.ts';
import type { AlertFeed } from './alert-feed.ts';
import { NOTIFIED_KINDS, notificationsOf } from './notifications.ts';
import type { PerpetualUnitsTable } from './units.ts';

export interface PerpetualAlertsOptions {
  readonly pool: pg.Pool;
  readonly feed: Pick<Feed, 'subscribe' | 'listen'>;
  readonly units: PerpetualUnitsTable;
  readonly notifier: Pick<Notifier, 'news' | 'wake'>;
  /** To the sockets. */
  readonly alerts: AlertFeed;
}

/** Tells customers, by notice and on the open page, what happened to their positions without their action. */
export function notifyOfPositions({ pool, feed, units, notifier, alerts }: PerpetualAlertsOptions): void {
  feed.subscribe({
    name: 'perpetual-news',
    kinds: NOTIFIED_KINDS,
    from: 'beginning',
    async handle(client, events) {
      const { news } = await notificationsOf(client, events, units);
      await notifier.news(client, news);
      return () => notifier.wake();
    },
  });
  feed.listen({
    name: 'perpetual-alerts',
    forPages: true,
    kinds: NOTIFIED_KINDS,
    async deliver(events) {
      const notifications = await notificationsOf(pool, events, units);
      for (const { customerId, alert } of notifications.alerts) alerts.put(customerId, alert);
    },
  });
}
