import { HOUR_MS } from '@tallystick/core/durations';
import type { PushMessage, PushTopic } from '@tallystick/protocol';
import type pg from 'pg';

type Db = Pick<pg.ClientBase, 'query'>;

/** How long a push is useful, from the time at which it may be sent. */
const LIFETIME_MS: Readonly<Record<PushTopic, number>> = {
  trades: 24 * HOUR_MS,
  liquidation: HOUR_MS,
  money: 24 * HOUR_MS,
  alerts: 4 * HOUR_MS,
  security: 24 * HOUR_MS,
  chat: 24 * HOUR_MS,
  news: 24 * HOUR_MS,
};

/** Rows per statement. */
const AT_ONCE = 500;

/** One message to one device. */
export interface Push {
  readonly deviceId: string;
  readonly message: PushMessage;
  readonly once: string;
  readonly fromMs: number;
}

/** Stores pushes; the outbox sends each when it is due. */
export async function writePushes(db: Db, pushes: readonly Push[], nowMs: number): Promise<void> {
  for (let from = 0; from < pushes.length; from += AT_ONCE) {
    const chunk = pushes.slice(from, from + AT_ONCE);
    await db.query(
      `insert into outbox (channel, recipient, subject, body, next_try_at_ms, expires_at_ms, created_at_ms, once)
       select 'push', recipient, '', body, from_ms, until_ms, $5, once
         from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $6::text[])
           as new (recipient, body, from_ms, until_ms, once)
       on conflict (once) do nothing`,
      [
        chunk.map(({ deviceId }) => deviceId),
        chunk.map(({ message }) => JSON.stringify(message)),
        chunk.map(({ fromMs }) => fromMs),
        chunk.map(({ fromMs, message }) => fromMs + LIFETIME_MS[message.topic]),
        nowMs,
        chunk.map(({ once }) => once),
      ],
    );
  }
}
