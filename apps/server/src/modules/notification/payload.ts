import { NOTIFICATION_EVENTS, type Language, type PushMessage } from '@tallystick/protocol';
import { fill } from '../outbox/texts/text.ts';
import { MESSAGE_TEXTS } from '../outbox/texts/texts.ts';
import { routeOf, subjectOf } from './messages.ts';
import type { Notification } from './notification.ts';

export const TITLE_LENGTH = 120;
export const BODY_LENGTH = 600;

/** Shortens a text at a whole character and adds an ellipsis. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, length - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** What a push shows: subject and first paragraph, in the language of the customer. */
export function payloadOf({ id, tag, kind, values, atMs }: Notification, language: Language): PushMessage {
  const { subject, paragraphs } = MESSAGE_TEXTS[language][kind];
  const telling = subjectOf(kind);
  const filled = fill(paragraphs[0] ?? '', values, language);
  return {
    v: 1,
    topic: NOTIFICATION_EVENTS[telling.event],
    title: cut(fill(subject, values, language), TITLE_LENGTH),
    body: cut(filled, BODY_LENGTH),
    route: routeOf(telling, values),
    tag: tag ?? id,
    atMs,
  };
}
