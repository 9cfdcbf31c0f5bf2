import type { PushMessage } from '@tallystick/protocol';
import type pg from 'pg';
import type { FeedEvent } from '../../feed/event.ts';
import { BODY_LENGTH, cut, TITLE_LENGTH } from './payload.ts';
import { writePushes, type Push } from './pushes.ts';
import { releasedAtMs } from './quiet.ts';

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
}

/**
 * Pushes an announcement, once it is published, to every device of those who want to hear of news: instead of what
 * waits to be sent of it, should it have been changed. One that was removed has no texts, and is not pushed.
 */
export async function pushAnnouncement(
  db: Pick<pg.ClientBase, 'query'>,
  { body: { noticeId } }: FeedEvent<'noticePublished'>,
  nowMs: number,
): Promise<void> {
  const { rows } = await db.query<Row>(
    `select n.published_at_ms, n.route, t.language, t.title, t.summary
       from notices n join notice_texts t on t.notice_id = n.id where n.id = $1 and n.customer_id is null`,
    [noticeId],
  );
  const texts = new Map(rows.map(row => [row.language, row]));
  const devices = await db.query<Device>(
    `select d.id, coalesce(s.language, c.language, 'en') as language,
            q.from_minute as "fromMinute", q.to_minute as "toMinute", q.zone
       from push_devices d
       join sessions s on s.id = d.session_id and s.ended_at_ms is null and s.expires_at_ms > $1
       join customers c on c.id = d.customer_id
       join tell_choices t on t.customer_id = c.id and t.event = 'news' and t.push
       left join quiet_hours q on q.customer_id = c.id order by d.id`,
    [nowMs],
  );
  const pushes = devices.rows.flatMap((device): Push[] => {
    const text = texts.get(device.language) ?? texts.get('en');
    if (text === undefined) return [];
    const { fromMinute, toMinute, zone } = device;
    const quiet = zone === null ? null : { fromMinute, toMinute, zone };
    return [
      {
        deviceId: device.id,
        message: messageOf(noticeId, text),
        once: `${onceOf(noticeId)}${device.id}`,
        fromMs: releasedAtMs(Math.max(nowMs, Number(text.published_at_ms)), quiet),
      },
    ];
  });
  await db.query(
    `delete from outbox where channel = 'push' and state = 'queued' and tries = 0 and starts_with(once, $1)`,
    [onceOf(noticeId)],
  );
  await writePushes(db, pushes, nowMs);
}

const onceOf = (noticeId: number): string => `push:notice-${noticeId}:`;

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
