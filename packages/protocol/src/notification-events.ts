import type { PushTopic } from './push-message.ts';

/** Events whose mail and push customers choose one by one, with the category of their notices. */
export const NOTIFICATION_EVENTS = {
  order_filled: 'trades',
  stop: 'trades',
  funding: 'trades',
  option: 'trades',
  near_liquidation: 'liquidation',
  liquidated: 'liquidation',
  deposit: 'money',
  withdrawal: 'money',
  trust: 'money',
  launch: 'money',
  rebate: 'money',
  price_alert: 'alerts',
  security: 'security',
  identity: 'security',
  chat: 'chat',
  ticket: 'chat',
  news: 'news',
} as const satisfies Readonly<Record<string, PushTopic>>;
export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS;

/** Mails that cannot be turned off, because a thief in the account would do that first. */
export const ALWAYS_MAILED: readonly NotificationEvent[] = ['security'];

/** Announcements come as notice and push only. */
export const NEVER_MAILED: readonly NotificationEvent[] = ['news'];
