import type { PushTopic } from '@tallystick/protocol/push-message';
import { NOTIFICATION_EVENTS } from '@tallystick/protocol/notification-events';

/** Every category, in the order in which they are shown; without the schemas that the messages' file brings along. */
export const TOPICS: readonly PushTopic[] = [...new Set<PushTopic>(Object.values(NOTIFICATION_EVENTS))];
