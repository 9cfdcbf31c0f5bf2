import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

const base64url = (least: number, most: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${least},${most}}={0,2}$`));

export const pushDevice = z.object({
  id: z.number(),
  /** As the browser describes itself. */
  device: z.string(),
  /** The push service it is reached through. */
  service: z.string(),
  created_at_ms: z.number(),
  /** Null: nothing has been delivered to it yet. */
  delivered_at_ms: z.number().nullable(),
  /** Whether this session turned it on. */
  current: z.boolean(),
});

/** As `PushSubscription.toJSON` has it. */
export const pushSubscription = z.object({
  /** https, of one of the known push services. */
  endpoint: z.string().min(1).max(1_000),
  p256dh: base64url(86, 90),
  auth: base64url(22, 24),
});

/** Web Push (RFC 8030, 8291, 8292): which devices are told, by the browsers' own push services. */
export const pushCalls = callsOf('notice', {
  'GET push/key': {
    summary: 'The server’s public VAPID key (base64url), for `PushManager.subscribe`',
    output: z.object({ key: z.string() }),
  },
  'POST push/subscribe': {
    summary: 'Push to this device from now on, until its session ends; at most ten devices',
    input: pushSubscription,
    output: z.object({ device_id: z.number() }),
    errors: ['push_endpoint_refused', 'push_keys_invalid', 'too_many_push_devices'],
  },
  'POST push/unsubscribe': {
    summary: 'Push no more to a device',
    input: z.object({ device_id: f.id }),
    output: z.object({}),
    errors: ['not_found'],
  },
  'GET push/devices': {
    summary: 'The devices pushes go to, the newest first',
    output: z.object({ items: z.array(pushDevice), most: z.number() }),
  },
  'POST push/test': {
    summary: 'A push to try it out, to every device at once; once a minute',
    output: z.object({ devices: z.number() }),
    errors: ['push_off'],
  },
});
