import { z } from 'zod';

/** Push services accept at most 4,096 bytes per message (RFC 8291); texts are cut to fit in any script. */
const TITLE_LENGTH = 120;
const BODY_LENGTH = 600;

/** Categories whose push can be chosen: see the notice centre. */
export const PUSH_TOPICS = ['trades', 'liquidation', 'money', 'alerts', 'security', 'chat', 'news'] as const;
export type PushTopic = (typeof PUSH_TOPICS)[number];

/** The payload of a Web Push message: the server encrypts it, the app's service worker shows it as it is. */
export const pushMessage = z.strictObject({
  v: z.literal(1),
  topic: z.enum(PUSH_TOPICS),
  /** In the customer's language. */
  title: z.string().min(1).max(TITLE_LENGTH),
  body: z.string().max(BODY_LENGTH),
  /** Route of the app opened by a press, e.g. `/pages/notice/noticeList`; never another site. */
  route: z.string().regex(/^\/(?!\/)[\w\-./?=&%]*$/),
  /** A later message with the same tag replaces this one on the screen. */
  tag: z.string().min(1).max(64),
  /** When it happened, in milliseconds since 1970. */
  atMs: z.int().nonnegative(),
});
export type PushMessage = z.infer<typeof pushMessage>;
