import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import type pg from 'pg';
import { maskContact } from '../account/contact.ts';
import { Conditions, pageOf, readCursor } from '../../http/page.ts';

type WireMessage = DeskOutput<'GET desk/outbox'>['items'][number];

interface Row extends Pick<
  WireMessage,
  'channel' | 'recipient' | 'subject' | 'body' | 'state' | 'tries' | 'error'
> {
  readonly id: string;
  readonly created_at_ms: string;
  readonly sent_at_ms: string | null;
}

/**
 * Messages sent or waiting. Bodies hold codes that would let their reader log in, so they are shown in demo only.
 * Recipients are masked for roles that see masked contacts.
 */
export async function listOutbox(
  pool: pg.Pool,
  input: DeskRequest<'GET desk/outbox'>,
  { withBodies, withContacts }: { readonly withBodies: boolean; readonly withContacts: boolean },
): Promise<DeskOutput<'GET desk/outbox'>> {
  const where = new Conditions()
    .add('id > ?', 0)
    // Pushes repeat the mails' texts and go to devices without a readable address.
    .add('channel <> ?', 'push')
    .addIf('id < ?', readCursor(input.cursor, 1)?.[0] ?? null)
    .addIf('state = ?', input.state);
  const { rows } = await pool.query<Row>(
    `select id, channel, recipient, subject, body, state, tries, error, created_at_ms, sent_at_ms
       from outbox where ${where.sql} order by id desc limit ${where.parameter(input.limit + 1)}`,
    where.values,
  );
  return pageOf(
    rows,
    input.limit,
    row => row.id,
    row => ({
      ...row,
      ...(withContacts ? {} : masked(row)),
      id: Number(row.id),
      body: withBodies ? row.body : '',
      created_at_ms: Number(row.created_at_ms),
      sent_at_ms: row.sent_at_ms === null ? null : Number(row.sent_at_ms),
    }),
  );
}

function masked({ channel, recipient, error }: Row): Pick<Row, 'recipient' | 'error'> {
  const shown = maskContact({ kind: channel === 'sms' ? 'phone' : 'email', target: recipient });
  // A mail server's error may name the recipient.
  return { recipient: shown, error: error?.replaceAll(recipient, shown) ?? null };
}
