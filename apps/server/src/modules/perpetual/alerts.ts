import type { WirePerpetualMails } from '@tallystick/protocol';
import type pg from 'pg';
import type { Feed } from '../../feed/feed.ts';
import { writeCustomerNotices } from '../notice/write.ts';
import type { Teller } from '../security/teller.ts';
import type { AlertFeed } from './alert-feed.ts';
import type { MailChoices } from './mail-choices.ts';
import { TOLD_KINDS, toldOf, type News } from './told.ts';
import type { PerpetualUnitsTable } from './units.ts';

export interface PerpetualAlertsOptions {
  readonly pool: pg.Pool;
  readonly feed: Pick<Feed, 'subscribe' | 'listen'>;
  readonly units: PerpetualUnitsTable;
  readonly mails: MailChoices;
  readonly teller: Pick<Teller, 'write' | 'wake'>;
  /** To the sockets. */
  readonly alerts: AlertFeed;
}

/** Tells customers what happened to their positions without them: as a notice, to those who want it as a mail, and on the page. */
export function tellOfPositions({ pool, feed, units, mails, teller, alerts }: PerpetualAlertsOptions): void {
  feed.subscribe({
    name: 'perpetual-news',
    kinds: TOLD_KINDS,
    from: 'beginning',
    async handle(client, events) {
      const { news } = await toldOf(client, events, units);
      await writeCustomerNotices(client, news);
      for (const [kind, ofKind] of byMail(news)) {
        const customerIds = ofKind.map(({ customerId }) => customerId);
        const wanting = await mails.wanting(client, customerIds, kind);
        for (const one of ofKind) {
          if (wanting.has(one.customerId)) {
            await teller.write(client, one.customerId, one.kind, one.values);
          }
        }
      }
      return () => teller.wake();
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

function byMail(news: readonly News[]): ReadonlyMap<keyof WirePerpetualMails, readonly News[]> {
  return Map.groupBy(news, ({ mail }) => mail);
}
