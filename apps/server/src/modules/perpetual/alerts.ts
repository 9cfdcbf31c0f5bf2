import type pg from 'pg';
import type { Feed } from '../../feed/feed.ts';
import type { Tell } from '../tell/tell.ts';
import type { AlertFeed } from './alert-feed.ts';
import { TOLD_KINDS, toldOf } from './told.ts';
import type { PerpetualUnitsTable } from './units.ts';

export interface PerpetualAlertsOptions {
  readonly pool: pg.Pool;
  readonly feed: Pick<Feed, 'subscribe' | 'listen'>;
  readonly units: PerpetualUnitsTable;
  readonly tell: Pick<Tell, 'news' | 'wake'>;
  /** To the sockets. */
  readonly alerts: AlertFeed;
}

/** Tells customers what happened to their positions without them, and says it on the page. */
export function tellOfPositions({ pool, feed, units, tell, alerts }: PerpetualAlertsOptions): void {
  feed.subscribe({
    name: 'perpetual-news',
    kinds: TOLD_KINDS,
    from: 'beginning',
    async handle(client, events) {
      const { news } = await toldOf(client, events, units);
      await tell.news(client, news);
      return () => tell.wake();
    },
  });
  feed.listen({
    name: 'perpetual-alerts',
    kinds: TOLD_KINDS,
    async deliver(events) {
      const told = await toldOf(pool, events, units);
      for (const { customerId, alert } of told.alerts) alerts.put(customerId, alert);
    },
  });
}
