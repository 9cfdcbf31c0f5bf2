import type { PushTopic } from '@tallystick/protocol/push-message';
import { TELL_EVENTS } from '@tallystick/protocol/tell-events';

/** Every category, in the order in which they are shown; without the schemas that the messages' file brings along. */
export const TOPICS: readonly PushTopic[] = [...new Set<PushTopic>(Object.values(TELL_EVENTS))];
