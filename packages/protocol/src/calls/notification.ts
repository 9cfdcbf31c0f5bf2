import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { PUSH_TOPICS } from '../push-message.ts';
import { NOTIFICATION_EVENTS, type NotificationEvent } from '../notification-events.ts';

const event = z.enum(Object.keys(NOTIFICATION_EVENTS) as [NotificationEvent, ...NotificationEvent[]]);
/** `22:30`, in the customer's time zone. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const notificationSettings = z.object({
  events: z.array(
    z.object({
      event,
      topic: z.enum(PUSH_TOPICS),
      mail: z.boolean(),
      push: z.boolean(),
      /** `always`: cannot be turned off; `never`: never sent by mail. */
      mail_choice: z.enum(['free', 'always', 'never']),
    }),
  ),
  /** When mails and pushes wait until `to`; those about security and liquidation are sent at once. Null: never. */
  quiet: z.object({ from: timeOfDay, to: timeOfDay, zone: z.string() }).nullable(),
});

/** How customers are notified: the notice is always stored; mail and push can be chosen per event. */
export const notificationCalls = callsOf('notice', {
  'GET tell/settings': {
    summary: 'How the customer is told of what, and when it is quiet',
    output: notificationSettings,
  },
  'POST tell/choose': {
    summary: 'Choose mail and push for an event; what is left out stays as it is',
    input: z.object({ event, mail: f.flag.optional(), push: f.flag.optional() }),
    output: notificationSettings,
  },
  'POST tell/quiet': {
    summary: 'Set or end quiet hours, in an IANA time zone; what they hold back is sent when they end',
    input: z
      .object({
        on: f.flag,
        from: timeOfDay.optional(),
        to: timeOfDay.optional(),
        zone: z.string().max(64).optional(),
      })
      .refine(
        ({ on, from, to, zone }) =>
          !on || (from !== undefined && to !== undefined && zone !== undefined && from !== to),
      ),
    output: notificationSettings,
    errors: ['time_zone_unknown'],
  },
});
