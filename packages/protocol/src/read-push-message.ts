import type { PUSH_TOPICS, PushMessage } from './push-message.ts';

/** Same limits as `pushMessage`: importing the schema would multiply a service worker's size. A test compares both. */
const TOPICS: readonly (typeof PUSH_TOPICS)[number][] = [
  'trades',
  'liquidation',
  'money',
  'alerts',
  'security',
  'chat',
  'news',
];
const TITLE_LENGTH = 120;
const BODY_LENGTH = 600;
const TAG_LENGTH = 64;
const ROUTE = /^\/(?!\/)[\w\-./?=&%]*$/;
const FIELDS = ['v', 'topic', 'title', 'body', 'route', 'tag', 'atMs'];

const isText = (value: unknown, min: number, max: number): value is string =>
  typeof value === 'string' && value.length >= min && value.length <= max;

/** The message, exactly as `pushMessage` has it; undefined for anything else. Free of schemas: for service workers. */
export function readPushMessage(text: string | undefined): PushMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    // Not from our server, or from another version of it: the neutral text is enough.
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const message: Readonly<Record<string, unknown>> = { ...value };
  if (Object.keys(message).some(field => !FIELDS.includes(field))) return undefined;
  const { v, topic, title, body, route, tag, atMs } = message;
  const fits =
    v === 1 &&
    TOPICS.some(known => known === topic) &&
    isText(title, 1, TITLE_LENGTH) &&
    isText(body, 0, BODY_LENGTH) &&
    isPushRoute(route) &&
    isText(tag, 1, TAG_LENGTH) &&
    Number.isSafeInteger(atMs) &&
    (atMs as number) >= 0;
  return fits ? (message as unknown as PushMessage) : undefined;
}

/** Whether a notification may open it: a route of the app itself, never another site. */
export function isPushRoute(value: unknown): value is string {
  return isText(value, 1, Infinity) && ROUTE.test(value);
}
