import type { Language } from '@tallystick/protocol';
import type pg from 'pg';
import type { Outbox } from '../../outbox/outbox.ts';
import { ALERT_NAMES } from '../../outbox/texts/alert/names.ts';
import type { AlertKey, Reading } from './judge.ts';
import { mailboxesFor } from './store.ts';

export interface TellOptions {
  readonly outbox: Pick<Outbox, 'write'>;
  /** Operators have chosen none: that of the host. */
  readonly language: Language;
  /** Where people open the desk; null: they know. */
  readonly publicUrl: string | null;
}

/** That it began, with what was found; or that it is over. */
export type AlertNews = { readonly reading: Reading } | { readonly over: AlertKey };

/**
 * Tells operators of an alert, each by the ways they want to hear of that kind; every way there is goes through here. In
 * the transaction that raises or resolves it: told if and only if it is so, and once.
 */
export async function tellOperators(
  client: Pick<pg.ClientBase, 'query'>,
  { outbox, language, publicUrl }: TellOptions,
  news: AlertNews,
): Promise<void> {
  const { kind, subject } = 'over' in news ? news.over : news.reading;
  const name = ALERT_NAMES[language][kind];
  const alert = subject === '' ? name : `${name}: ${subject}`;
  const desk = `${publicUrl?.replace(/\/$/, '') ?? ''}/desk/#/alerts`;
  for (const recipient of await mailboxesFor(client, kind)) {
    if ('over' in news)
      await outbox.write(client, 'mail', recipient, 'operatorAlertOver', language, { alert, desk });
    else {
      const { figure, limit } = news.reading;
      await outbox.write(client, 'mail', recipient, 'operatorAlert', language, {
        alert,
        figure,
        limit,
        desk,
      });
    }
  }
}
