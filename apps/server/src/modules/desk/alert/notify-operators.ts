import type { Language, PushMessage } from '@tallystick/protocol';
import type pg from 'pg';
import type { FeedEvent } from '../../../events/event.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { ALERT_NAMES } from '../../outbox/texts/alert/names.ts';
import { fill } from '../../outbox/texts/text.ts';
import { MESSAGE_TEXTS } from '../../outbox/texts/texts.ts';
import { recipientOf } from '../../push/operator-devices.ts';
import { BODY_LENGTH, cut, TITLE_LENGTH } from '../../notification/payload.ts';
import { writePushes } from '../../notification/pushes.ts';
import { mailboxesFor, pushDevicesFor } from './store.ts';

export interface OperatorNotifierOptions {
  readonly feed: Pick<Feed, 'subscribe'>;
  readonly outbox: Pick<Outbox, 'write' | 'wake'>;
  readonly pushes: Pick<Outbox, 'wake'>;
  /** The host's language, because operators have chosen none. */
  readonly language: Language;
  /** The desk's address; null: mails contain no link. */
  readonly publicUrl: string | null;
}

type AlertEvent = FeedEvent<'alertRaised' | 'alertOver'>;
type Kind = 'operatorAlert' | 'operatorAlertOver';

/** A route of the desk. */
const ROUTE = '/alerts';
const TAG_LENGTH = 64;

/** Notifies operators of alerts, by the channels each chose for the kind. All channels go through here. */
export function notifyOperators(options: OperatorNotifierOptions): void {
  const { feed, outbox, pushes } = options;
  feed.subscribe({
    name: 'operator-alerts',
    kinds: ['alertRaised', 'alertOver'],
    from: 'beginning',
    async handle(client, events) {
      for (const event of events) await writeAlert(client, options, event);
      return () => {
        outbox.wake();
        pushes.wake();
      };
    },
  });
}

async function writeAlert(
  client: Pick<pg.ClientBase, 'query'>,
  { outbox, language, publicUrl }: OperatorNotifierOptions,
  event: AlertEvent,
): Promise<void> {
  const { alertId, alertKind: kind, subject } = event.body;
  const name = ALERT_NAMES[language][kind];
  const text: Kind = event.kind === 'alertOver' ? 'operatorAlertOver' : 'operatorAlert';
  const values: Readonly<Record<string, string>> = {
    alert: subject === '' ? name : `${name}: ${subject}`,
    ...(event.kind === 'alertOver' ? {} : { figure: event.body.figure, limit: event.body.limit }),
    desk: `${publicUrl ?? ''}/desk/#${ROUTE}`,
  };
  for (const recipient of await mailboxesFor(client, kind)) {
    await outbox.write(client, 'mail', recipient, text, language, values);
  }
  const message = payloadOf(text, language, values, { tag: `${kind}:${subject}`, atMs: event.atMs });
  const pushes = (await pushDevicesFor(client, kind)).map(device => ({
    deviceId: recipientOf(device),
    message,
    once: `${text}:${alertId}:${device}`,
    fromMs: message.atMs,
  }));
  await writePushes(client, pushes, message.atMs);
}

/** On the screen, the message that it is resolved replaces the alert's. */
function payloadOf(
  text: Kind,
  language: Language,
  values: Readonly<Record<string, string>>,
  { tag, atMs }: Pick<PushMessage, 'tag' | 'atMs'>,
): PushMessage {
  const { subject, paragraphs } = MESSAGE_TEXTS[language][text];
  return {
    v: 1,
    topic: 'alerts',
    title: cut(fill(subject, values, language), TITLE_LENGTH),
    body: cut(fill(paragraphs[0] ?? '', values, language), BODY_LENGTH),
    route: ROUTE,
    tag: tag.slice(0, TAG_LENGTH),
    atMs,
  };
}
