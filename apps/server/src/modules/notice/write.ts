import { LANGUAGES } from '@tallystick/protocol';
import type pg from 'pg';
import { fill, type MessageKind } from '../outbox/texts/text.ts';
import { MESSAGE_TEXTS } from '../outbox/texts/texts.ts';

/**
 * Writes what a mail would say as a notice to one customer, in every language: they may read it in another one
 * later. In the caller's transaction, so that what happened and the news of it are one.
 */
export async function writeCustomerNotice(
  db: Pick<pg.ClientBase, 'query'>,
  customerId: number,
  kind: MessageKind,
  atMs: number,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `insert into notices (kind, customer_id, published_at_ms) values ('message', $1, $2) returning id`,
    [customerId, atMs],
  );
  for (const language of LANGUAGES) {
    const { subject, paragraphs } = MESSAGE_TEXTS[language][kind];
    const [summary = '', ...more] = paragraphs.map(paragraph => fill(paragraph, values));
    await db.query(
      `insert into notice_texts (notice_id, language, title, summary, paragraphs) values ($1, $2, $3, $4, $5)`,
      [rows[0]?.id, language, fill(subject, values), summary, [summary, ...more]],
    );
  }
}
