import {
  ALWAYS_MAILED,
  NEVER_MAILED,
  NOTIFICATION_EVENTS,
  type CallOutput,
  type NotificationEvent,
} from '@tallystick/protocol';
import type { RegisterCall } from '../../http/call-router.ts';
import type { NotificationPreferences } from './preferences.ts';
import { minutesOfText, textOfMinutes } from './quiet.ts';

const EVENTS = Object.keys(NOTIFICATION_EVENTS) as readonly NotificationEvent[];

export const notificationCalls = (preferences: NotificationPreferences) => (register: RegisterCall) => {
  async function settings(customerId: number): Promise<CallOutput<'GET tell/settings'>> {
    const own = await preferences.of(customerId);
    return {
      events: EVENTS.map(event => ({
        event,
        topic: NOTIFICATION_EVENTS[event],
        ...own.of(event),
        mail_choice: ALWAYS_MAILED.includes(event)
          ? 'always'
          : NEVER_MAILED.includes(event)
            ? 'never'
            : 'free',
      })),
      quiet: own.quiet && {
        from: textOfMinutes(own.quiet.fromMinute),
        to: textOfMinutes(own.quiet.toMinute),
        zone: own.quiet.zone,
      },
    };
  }

  register('GET tell/settings', (_input, { session }) => settings(session.customerId));
  register('POST tell/choose', async ({ event, ...choice }, { session }) => {
    await preferences.choose(session.customerId, event, choice);
    return settings(session.customerId);
  });
  register('POST tell/quiet', async ({ on, from, to, zone }, { session }) => {
    const complete = on && from !== undefined && to !== undefined && zone !== undefined;
    const quiet = complete ? { fromMinute: minutesOfText(from), toMinute: minutesOfText(to), zone } : null;
    await preferences.setQuiet(session.customerId, quiet);
    return settings(session.customerId);
  });
};
