import type { PushTopic } from '@tallystick/protocol/push-message';
import { NOTIFICATION_EVENTS } from '@tallystick/protocol/notification-events';

/** All categories in display order, without the schemas that the messages' file would import. */
export const TOPICS: readonly PushTopic[] = [...new Set<PushTopic>(Object.values(NOTIFICATION_EVENTS))];
