import type { PushMessage } from '@tallystick/protocol';
import type pg from 'pg';
import { appendToFeed } from '../../feed/append.ts';
import type { FeedBodies } from '../../events/event.ts';
import type { EffectSubscriber } from '../../feed/subscriber.ts';
import { readState, writeState } from '../../database/server-state.ts';
import { BODY_LENGTH, cut, TITLE_LENGTH } from './payload.ts';
import { writePushes, type Push } from './pushes.ts';
import { releasedAtMs } from './quiet.ts';

type Db = Pick<pg.ClientBase, 'query'>;

interface Row {
  readonly published_at_ms: string;
  readonly route: string | null;
  readonly language: string;
  readonly title: string;
  readonly summary: string;
}

interface Device {
  readonly id: string;
  readonly language: string;
  readonly fromMinute: number;
  readonly toMinute: number;
  readonly zone: string | null;
  /** Whether a customer who wants news is logged in on the device. */
  readonly wants: boolean;
}

/** Devices per transaction: few, so that other subscribers do not wait long. */
const DEVICES_AT_ONCE = 500;

/**
 * Pushes published announcements to the devices of customers who want news. A changed announcement starts again and
 * replaces pushes still waiting; a removed one has no texts and is not pushed. Each transaction handles some devices in
 * the order of their ids and adds an event to the feed that continues after them, so a crash loses and repeats nothing.
 */
export function announcements(
  now: () => number,
  wake: () => void,
): EffectSubscriber<'noticePublished' | 'announcementGoesOn'> {
  return {
    name: 'tell-announcements',
    kinds: ['noticePublished', 'announcementGoesOn'],
    from: 'now',
    most: 1,
    async handle(client, events) {
      for (const { body } of events) {
        const { noticeId } = body;
        const name = `announcement-${noticeId}`;
        const afterDevice = 'afterDevice' in body ? body.afterDevice : 0;
        if (afterDevice > 0 && (await readState<number>(client, name)) !== afterDevice) continue;
        const last = await pushPart(client, noticeId, afterDevice, now());
        // 0: finished.
        await writeState(client, name, last ?? 0);
        if (last !== null) await goOn(client, { noticeId, afterDevice: last }, now());
      }
      return wake;
    },
  };
}

function goOn(db: Db, body: FeedBodies['announcementGoesOn'], atMs: number): Promise<void> {
  return appendToFeed(db, { kind: 'announcementGoesOn', customerId: null, atMs, body });
}

/** The last device pushed to; null: there are no more. */
async function pushPart(
  db: Db,
  noticeId: number,
  afterDevice: number,
  nowMs: number,
): Promise<number | null> {
  const { rows } = await db.query<Row>(
    `select n.published_at_ms, n.route, t.language, t.title, t.summary
       from notices n join notice_texts t on t.notice_id = n.id where n.id = $1 and n.customer_id is null`,
    [noticeId],
  );
  const texts = new Map(rows.map(row => [row.language, row]));
  const devices = await devicesAfter(db, afterDevice, nowMs);
  await db.query(
    `delete from outbox where once = any ($1) and channel = 'push' and state = 'queued' and tries = 0`,
    [devices.map(device => onceOf(noticeId, device))],
  );
  const pushes = devices.flatMap((device): Push[] => {
    const text = texts.get(device.language) ?? texts.get('en');
    if (!device.wants || text === undefined) return [];
    const { fromMinute, toMinute, zone } = device;
    const quiet = zone === null ? null : { fromMinute, toMinute, zone };
    return [
      {
        deviceId: device.id,
        message: messageOf(noticeId, text),
        once: onceOf(noticeId, device),
        fromMs: releasedAtMs(Math.max(nowMs, Number(text.published_at_ms)), quiet),
      },
    ];
  });
  await writePushes(db, pushes, nowMs);
  const last = devices.at(-1);
  return last === undefined || devices.length < DEVICES_AT_ONCE ? null : Number(last.id);
}

/** Includes devices that want no news, because pushes waiting for them must be deleted. */
async function devicesAfter(db: Db, afterDevice: number, nowMs: number): Promise<readonly Device[]> {
  // Each row is looked up by itself (`limit 1`), because a join would read whole tables for every part.
  const { rows } = await db.query<Device>(
    `select d.id, coalesce(s.language, c.language, 'en') as language,
            q.from_minute as "fromMinute", q.to_minute as "toMinute", q.zone,
            s.id is not null and t.customer_id is not null as wants
       from (select id, customer_id, session_id from push_devices where id > $2 order by id limit $3) as d
      cross join lateral (select language from customers where id = d.customer_id limit 1) as c
       left join lateral (
         select id, language from sessions
          where id = d.session_id and ended_at_ms is null and expires_at_ms > $1 limit 1) as s on true
       left join lateral (
         select customer_id from tell_choices
          where customer_id = d.customer_id and event = 'news' and push limit 1) as t on true
       left join lateral (
         select from_minute, to_minute, zone from quiet_hours where customer_id = d.customer_id limit 1) as q on true
      order by d.id`,
    [nowMs, afterDevice, DEVICES_AT_ONCE],
  );
  return rows;
}

const onceOf = (noticeId: number, { id }: Device): string => `push:notice-${noticeId}:${id}`;

function messageOf(noticeId: number, text: Row): PushMessage {
  return {
    v: 1,
    topic: 'news',
    title: cut(text.title, TITLE_LENGTH),
    body: cut(text.summary, BODY_LENGTH),
    route: text.route ?? `/pages/index/notice/notice?id=${noticeId}`,
    tag: `notice-${noticeId}`,
    atMs: Number(text.published_at_ms),
  };
}
