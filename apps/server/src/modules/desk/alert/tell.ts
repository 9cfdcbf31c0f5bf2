import type { Language, PushMessage } from '@tallystick/protocol';
import type pg from 'pg';
import type { Outbox } from '../../outbox/outbox.ts';
import { ALERT_NAMES } from '../../outbox/texts/alert/names.ts';
import { fill } from '../../outbox/texts/text.ts';
import { MESSAGE_TEXTS } from '../../outbox/texts/texts.ts';
import { recipientOf } from '../../push/operator-devices.ts';
import { BODY_LENGTH, cut, TITLE_LENGTH } from '../../tell/payload.ts';
import { writePushes } from '../../tell/pushes.ts';
import type { AlertKey, Reading } from './judge.ts';
import { mailboxesFor, pushDevicesFor } from './store.ts';

export interface TellOptions {
  readonly outbox: Pick<Outbox, 'write'>;
  /** Operators have chosen none: that of the host. */
  readonly language: Language;
  /** Where people open the desk; null: they know. */
  readonly publicUrl: string | null;
  readonly now: () => number;
}

/** That it began, with what was found; or that it is over. */
export type AlertNews = { readonly reading: Reading } | { readonly over: AlertKey };

type Kind = 'operatorAlert' | 'operatorAlertOver';

/** A route of the desk. */
const ROUTE = '/alerts';
const TAG_LENGTH = 64;

/**
 * Tells operators of an alert, each by the ways they want to hear of that kind; every way there is goes through here. In
 * the transaction that raises or resolves it: told if and only if it is so, and once. `id`: the alert's.
 */
export async function tellOperators(
  client: Pick<pg.ClientBase, 'query'>,
  { outbox, language, publicUrl, now }: TellOptions,
  id: string,
  news: AlertNews,
): Promise<void> {
  const { kind, subject } = 'over' in news ? news.over : news.reading;
  const name = ALERT_NAMES[language][kind];
  const text: Kind = 'over' in news ? 'operatorAlertOver' : 'operatorAlert';
  const values: Readonly<Record<string, string>> = {
    alert: subject === '' ? name : `${name}: ${subject}`,
    ...('over' in news ? {} : { figure: news.reading.figure, limit: news.reading.limit }),
    desk: `${publicUrl?.replace(/\/$/, '') ?? ''}/desk/#${ROUTE}`,
  };
  for (const recipient of await mailboxesFor(client, kind)) {
    await outbox.write(client, 'mail', recipient, text, language, values);
  }
  const message = payloadOf(text, language, values, { tag: `${kind}:${subject}`, atMs: now() });
  const pushes = (await pushDevicesFor(client, kind)).map(device => ({
    deviceId: recipientOf(device),
    message,
    once: `${text}:${id}:${device}`,
    fromMs: message.atMs,
  }));
  await writePushes(client, pushes, message.atMs);
}

/** That it is over takes the place of the alert on the screen. */
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
