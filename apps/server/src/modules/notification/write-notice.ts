import { LANGUAGES, NOTIFICATION_EVENTS } from '@tallystick/protocol';
import type pg from 'pg';
import { fill, type MessageKind } from '../outbox/texts/text.ts';
import { MESSAGE_TEXTS } from '../outbox/texts/texts.ts';
import { routeOf, subjectOf } from './messages.ts';

/** Notices per statement. Each has texts in all languages; a longer statement would delay others on its connection. */
const AT_ONCE = 500;

export interface CustomerNotice {
  readonly customerId: number;
  readonly kind: MessageKind;
  readonly values: Readonly<Record<string, string>>;
  readonly atMs: number;
}

/**
 * Writes a message as a notice to one customer, in every language, because they may change theirs later. Part of the
 * caller's transaction, so that event and notice commit together.
 */
export function writeCustomerNotice(
  db: Pick<pg.ClientBase, 'query'>,
  customerId: number,
  kind: MessageKind,
  atMs: number,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  return writeCustomerNotices(db, [{ customerId, kind, values, atMs }]);
}

/** The same for many at once, in few statements. The first gets the lowest id. */
export async function writeCustomerNotices(
  db: Pick<pg.ClientBase, 'query'>,
  notices: readonly CustomerNotice[],
): Promise<void> {
  for (let from = 0; from < notices.length; from += AT_ONCE) {
    await writeChunk(db, notices.slice(from, from + AT_ONCE));
  }
}

async function writeChunk(
  db: Pick<pg.ClientBase, 'query'>,
  notices: readonly CustomerNotice[],
): Promise<void> {
  const { rows: ids } = await db.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence('notices', 'id')) as id from generate_series(1, $1)`,
    [notices.length],
  );
  await db.query(
    `insert into notices (id, kind, customer_id, published_at_ms, topic, route) overriding system value
     select id, 'message', customer_id, at_ms, topic, route
       from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::text[], $5::text[])
         as new (id, customer_id, at_ms, topic, route)`,
    [
      ids.map(({ id }) => id),
      notices.map(({ customerId }) => customerId),
      notices.map(({ atMs }) => atMs),
      notices.map(({ kind }) => NOTIFICATION_EVENTS[subjectOf(kind).event]),
      notices.map(({ kind, values }) => routeOf(subjectOf(kind), values)),
    ],
  );
  const texts = notices.flatMap(({ kind, values }, index) =>
    LANGUAGES.map(language => {
      const { subject, paragraphs } = MESSAGE_TEXTS[language][kind];
      const filled = paragraphs.map(paragraph => fill(paragraph, values, language));
      return { id: ids[index]?.id, language, title: fill(subject, values, language), paragraphs: filled };
    }),
  );
  await db.query(
    // Paragraphs are passed as JSON, because PostgreSQL's arrays of arrays must be rectangular.
    `insert into notice_texts (notice_id, language, title, summary, paragraphs)
     select id, language, title, paragraphs ->> 0,
            array(select jsonb_array_elements_text(paragraphs))
       from unnest($1::bigint[], $2::text[], $3::text[], $4::jsonb[]) as new (id, language, title, paragraphs)`,
    [
      texts.map(({ id }) => id),
      texts.map(({ language }) => language),
      texts.map(({ title }) => title),
      texts.map(({ paragraphs }) => JSON.stringify(paragraphs)),
    ],
  );
}
