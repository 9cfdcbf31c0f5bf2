import { NOTIFICATION_EVENTS, type Language, type PushTopic } from '@tallystick/protocol';
import type pg from 'pg';
import { writeCustomerNotices } from './write-notice.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Messenger } from './messenger.ts';
import type { Preferences, NotificationPreferences } from './preferences.ts';
import { subjectOf } from './messages.ts';
import { payloadOf } from './payload.ts';
import { writePushes, type Push } from './pushes.ts';
import { releasedAtMs } from './quiet.ts';
import type { Notification } from './notification.ts';

type Db = Pick<pg.ClientBase, 'query'>;

/** Sent even in quiet hours, because the morning would be too late. */
const NEVER_QUIET: readonly PushTopic[] = ['security', 'liquidation'];

export interface NotifierOptions {
  readonly preferences: NotificationPreferences;
  readonly messenger: Pick<Messenger, 'write' | 'wake'>;
  readonly pushes: Pick<Outbox, 'wake'>;
  readonly now: () => number;
}

interface Device {
  readonly id: string;
  readonly customer_id: number;
  readonly language: Language | null;
}

/**
 * Stores notifications in the caller's transaction: notices, and the mails and pushes that customers chose for the
 * event. Those are sent after quiet hours, and only once for the same id.
 */
export class Notifier {
  readonly #options: NotifierOptions;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Only writes notices. */
  async notices(db: Db, notifications: readonly Notification[]): Promise<void> {
    await writeCustomerNotices(db, notifications);
  }

  /** Writes notices, and sends the mails and pushes that customers chose. */
  async news(db: Db, notifications: readonly Notification[]): Promise<void> {
    await writeCustomerNotices(db, notifications);
    await this.send(db, notifications);
  }

  /** Sends the mails and pushes that customers chose, without notices. */
  async send(db: Db, notifications: readonly Notification[]): Promise<void> {
    if (notifications.length === 0) return;
    const preferences = await this.#preferences(db, notifications);
    await this.#mail(db, notifications, preferences);
    await this.#push(db, notifications, preferences);
  }

  async mail(db: Db, notification: Notification): Promise<void> {
    await this.#mail(db, [notification], await this.#preferences(db, [notification]));
  }

  async push(db: Db, notifications: readonly Notification[]): Promise<void> {
    if (notifications.length > 0)
      await this.#push(db, notifications, await this.#preferences(db, notifications));
  }

  /** Call it after the commit, so that messages are sent at once. */
  wake(): void {
    this.#options.messenger.wake();
    this.#options.pushes.wake();
  }

  #preferences(db: Db, notifications: readonly Notification[]): Promise<ReadonlyMap<number, Preferences>> {
    const ids = new Set(notifications.map(({ customerId }) => customerId));
    return this.#options.preferences.ofAll(db, [...ids]);
  }

  async #mail(
    db: Db,
    notifications: readonly Notification[],
    preferences: ReadonlyMap<number, Preferences>,
  ): Promise<void> {
    for (const one of notifications) {
      const { event, alwaysMailed } = subjectOf(one.kind);
      const own = preferences.get(one.customerId)!;
      if (alwaysMailed !== true && !own.of(event).mail) continue;
      await this.#options.messenger.write(db, one.customerId, one.kind, one.values, undefined, {
        notBeforeMs: alwaysMailed === true ? 0 : this.#fromMs(NOTIFICATION_EVENTS[event], own),
        once: `mail:${one.id}:${one.customerId}`,
      });
    }
  }

  async #push(
    db: Db,
    notifications: readonly Notification[],
    preferences: ReadonlyMap<number, Preferences>,
  ): Promise<void> {
    const wanted = notifications.filter(
      ({ customerId, kind }) => preferences.get(customerId)!.of(subjectOf(kind).event).push,
    );
    if (wanted.length === 0) return;
    const devices = Map.groupBy(
      await devicesOf(
        db,
        wanted.map(({ customerId }) => customerId),
        this.#options.now(),
      ),
      device => device.customer_id,
    );
    const pushes = wanted.flatMap(one =>
      (devices.get(one.customerId) ?? []).map((device): Push => {
        const message = payloadOf(one, device.language ?? 'en');
        return {
          deviceId: device.id,
          message,
          once: `push:${one.id}:${one.customerId}:${device.id}`,
          fromMs: this.#fromMs(message.topic, preferences.get(one.customerId)!),
        };
      }),
    );
    await writePushes(db, pushes, this.#options.now());
  }

  #fromMs(topic: PushTopic, { quiet }: Preferences): number {
    const nowMs = this.#options.now();
    return NEVER_QUIET.includes(topic) ? nowMs : releasedAtMs(nowMs, quiet);
  }
}

/** Only devices with an open session: customers who logged out get no pushes. */
async function devicesOf(db: Db, customerIds: readonly number[], nowMs: number): Promise<Device[]> {
  const { rows } = await db.query<Device>(
    `select d.id, d.customer_id, coalesce(s.language, c.language) as language
       from push_devices d join sessions s on s.id = d.session_id join customers c on c.id = d.customer_id
      where d.customer_id = any ($1) and s.ended_at_ms is null and s.expires_at_ms > $2 order by d.id`,
    [customerIds, nowMs],
  );
  return rows;
}
