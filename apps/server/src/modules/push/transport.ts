import { hash } from 'node:crypto';
import { pushMessage, type PushTopic } from '@tallystick/protocol';
import type { FastifyBaseLogger } from 'fastify';
import webPush from 'web-push';
import { Delayed, type Message, type Transport } from '../outbox/transports.ts';
import { endpointOf, type PushServices } from './endpoint.ts';
import { postPush, type PushAnswer, type PushConnection } from './post.ts';
import type { Pushable, Subscription } from './subscription.ts';
import type { VapidKeys } from './vapid.ts';

export interface PushTransportOptions {
  readonly devices: Pushable;
  readonly services: PushServices;
  readonly keys: VapidKeys;
  /** `mailto:` or https address at which push services can contact the operator. */
  readonly subject: string;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly connection?: PushConnection;
}

/** These wake a device that saves energy. */
const URGENT: readonly PushTopic[] = ['security', 'liquidation', 'alerts'];
const LONGEST_WAIT_MS = 3_600_000;
/** For the header `Topic` (RFC 8030, 5.4). */
const TOPIC_LENGTH = 32;

/** Web Push (RFC 8030): encrypts for the device (RFC 8291), signs for its push service (RFC 8292), and posts. */
export function createPushTransport(options: PushTransportOptions): Transport {
  const { devices, services, log, connection } = options;
  return {
    async send(message) {
      const subscription = await devices.find(message.recipient);
      // Logged out or turned off since it was written.
      if (subscription === null) return 'failed';
      const url = endpointOf(subscription.endpoint, services);
      // The allowed services were different when it subscribed.
      if (url === null) {
        await devices.remove(message.recipient);
        return 'failed';
      }
      const answer = await postPush({ url, ...encrypt(message, subscription, options) }, connection);
      return settle(answer, message, { devices, log, host: url.hostname });
    },
    close() {},
  };
}

function encrypt(
  message: Message,
  { endpoint, p256dh, auth }: Subscription,
  { keys, subject, now }: PushTransportOptions,
): { readonly headers: Record<string, string | number>; readonly body: Buffer } {
  const { topic, tag } = pushMessage.parse(JSON.parse(message.body));
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message.body, {
    vapidDetails: { subject, ...keys },
    TTL: Math.max(0, Math.floor((message.expiresAtMs - now()) / 1_000)),
    urgency: URGENT.includes(topic) ? 'high' : 'normal',
    topic: hash('sha256', tag, 'base64url').slice(0, TOPIC_LENGTH),
  });
  const headers = details.headers as Record<string, string | number>;
  return { headers, body: details.body as Buffer };
}

interface Settling {
  readonly devices: Pushable;
  readonly log: PushTransportOptions['log'];
  readonly host: string;
}

async function settle(
  { status, retryAfter }: PushAnswer,
  { recipient }: Message,
  { devices, log, host }: Settling,
): Promise<'sent' | 'failed'> {
  if (status >= 200 && status < 300) {
    await devices.delivered(recipient);
    return 'sent';
  }
  // The browser has ended the subscription.
  if (status === 404 || status === 410) {
    await devices.remove(recipient);
    return 'failed';
  }
  if (status === 429 || status >= 500) throw new Delayed(`${host} answered ${status}`, waitOf(retryAfter));
  log.warn({ status, host }, 'a push service does not take a push');
  return 'failed';
}

/** At most an hour: if the service asks for more, we retry earlier. */
function waitOf(retryAfter: string | null): number {
  const seconds = retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : 0;
  return Math.min(seconds * 1_000, LONGEST_WAIT_MS);
}
