import type { FeedEvent } from '../../events/event.ts';
import type { Feed } from '../../feed/feed.ts';
import { notificationOfAlert } from '../price-alert/notification.ts';
import { MESSAGE_KINDS, type MessageKind } from '../outbox/texts/text.ts';
import { fillNotifications, wantFills, type FillUnits } from './fills.ts';
import { announcements } from '../notification/announcements.ts';
import type { Notifier } from '../notification/notifier.ts';
import type { Notification } from '../notification/notification.ts';

export interface NotifierSubscribersOptions {
  readonly feed: Pick<Feed, 'subscribe'>;
  readonly notifier: Notifier;
  readonly units: FillUnits;
  readonly now: () => number;
}

/** Fills within this time go into one message. */
const GATHER_FILLS_MS = 2_000;
/** One reply often comes as several short messages. */
const GATHER_CHAT_MS = 1_000;

const KINDS: ReadonlySet<string> = new Set(MESSAGE_KINDS);

/** Messages for feed events that no other module handles. */
export function subscribeNotifiers({ feed, notifier, units, now }: NotifierSubscribersOptions): void {
  feed.subscribe({
    name: 'tell-fills',
    kinds: ['orderFilled'],
    from: 'now',
    gatherMs: GATHER_FILLS_MS,
    fillsOf: wantFills,
    async handle(client, events) {
      // Push only: the records have every fill, and a bot would flood the notice centre.
      await notifier.send(client, fillNotifications(events, units));
      return () => notifier.wake();
    },
  });
  feed.subscribe({
    name: 'tell-news',
    kinds: ['customerNews'],
    from: 'now',
    async handle(client, events) {
      // Push only: notice and mail were written with the event itself.
      await notifier.push(client, events.flatMap(named));
      return () => notifier.wake();
    },
  });
  feed.subscribe({
    name: 'tell-security',
    kinds: ['securityNews'],
    from: 'now',
    async handle(client, events) {
      const notifications = events.flatMap(named);
      await notifier.notices(client, notifications);
      await notifier.push(client, notifications);
      return () => notifier.wake();
    },
  });
  feed.subscribe({
    name: 'tell-chat',
    kinds: ['chatAnswered'],
    from: 'now',
    gatherMs: GATHER_CHAT_MS,
    async handle(client, events) {
      // Push only: the chat keeps its own unread count.
      await notifier.send(client, answered(events));
      return () => notifier.wake();
    },
  });
  feed.subscribe({
    name: 'tell-alerts',
    kinds: ['priceAlert'],
    from: 'beginning',
    async handle(client, events) {
      await notifier.news(
        client,
        events.map(event => notificationOfAlert(event, units.spot)),
      );
      return () => notifier.wake();
    },
  });
  feed.subscribe(announcements(now, () => notifier.wake()));
}

/** The newest reply of each conversation; a later one replaces it on the screen. */
function answered(events: readonly FeedEvent<'chatAnswered'>[]): Notification[] {
  const newest = new Map(events.map(event => [event.body.caseId, event]));
  return [...newest.values()].flatMap(({ id, customerId, atMs, body: { caseId } }): Notification[] =>
    customerId === null
      ? []
      : [{ id, customerId, atMs, kind: 'chatAnswered', values: {}, tag: `chat-${caseId}` }],
  );
}

/** An event that names its text. Throws if the text is unknown. */
function named({ id, customerId, atMs, body }: FeedEvent<'customerNews' | 'securityNews'>): Notification[] {
  if (customerId === null) return [];
  if (!KINDS.has(body.message)) throw new RangeError(`no message of that name: ${body.message}`);
  return [{ id, customerId, atMs, kind: body.message as MessageKind, values: body.values }];
}
