import { z } from 'zod';
import { callsOf } from '../call.ts';
import { line, lines } from '../text.ts';
import * as f from '../fields.ts';
import { UPLOAD_ERRORS } from './upload-errors.ts';

/** What a ticket can be about, beside nothing in particular: one of the customer’s own. */
export const TICKET_SUBJECTS = ['order', 'position', 'deposit', 'withdrawal'] as const;

/**
 * `open`: the desk must answer. `waiting`: the customer must answer a question of the desk. `answered`: it ends unless
 * the customer writes again.
 */
export const TICKET_STATES = ['open', 'waiting', 'answered', 'closed'] as const;

/** Longest text of one message, in UTF-16 units. */
export const TICKET_TEXT_LENGTH = 4_000;
/** Pictures with one message. */
export const TICKET_PICTURES = 4;

const text = lines(TICKET_TEXT_LENGTH).refine(written => written !== '');
/** Ids of own uploads of kind `support`, parted by commas. */
const pictures = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,3}$/)
  .optional();
/** The same with the claim that came with each upload: `1001.claim,1002.claim`. */
const claimedPictures = z
  .string()
  .regex(/^\d{1,15}\.[A-Za-z0-9_-]{43}(,\d{1,15}\.[A-Za-z0-9_-]{43}){0,3}$/)
  .optional();
/** Chosen by the sender: sent again after a lost answer, it is the same message. */
const requestKey = f.idempotencyKey;

export const ticket = z.object({
  ticket_id: z.number(),
  /** Feedback is about nothing in particular; else they are alike. */
  kind: z.enum(['ticket', 'feedback']),
  about: z.enum(TICKET_SUBJECTS).nullable(),
  about_id: z.number().nullable(),
  title: z.string(),
  state: z.enum(TICKET_STATES),
  created_at_ms: z.number(),
  /** Of the newest message or change. */
  updated_at_ms: z.number(),
});

export const ticketDetail = ticket.extend({
  messages: z.array(
    z.object({
      from: z.enum(['customer', 'desk']),
      /** Plain text of several lines. */
      text: z.string(),
      /** Own uploads: see `GET picture`. */
      picture_ids: z.array(z.number()),
      at_ms: z.number(),
    }),
  ),
  closed_at_ms: z.number().nullable(),
});

export const ticketCalls = callsOf('help', {
  'POST ticket/file': {
    summary: 'Ask the desk, about an own order, position, deposit or withdrawal, or in general',
    input: z.object({
      request_key: requestKey,
      about: z.enum(TICKET_SUBJECTS).optional(),
      about_id: f.id.optional(),
      title: line(120),
      text,
      pictures,
    }),
    output: ticketDetail,
    errors: [
      'missing_field',
      'not_found',
      'ticket_too_many',
      'picture_unknown',
      'picture_in_use',
      'idempotency_key_reused',
    ],
  },
  'POST ticket/list': {
    summary: 'One’s own tickets and feedback, newest first',
    input: z.object({ ...f.paging }),
    output: f.page(ticket),
  },
  'POST ticket/detail': {
    summary: 'One of them with its messages, oldest first',
    input: z.object({ ticket_id: f.id }),
    output: ticketDetail,
    errors: ['not_found'],
  },
  'POST ticket/reply': {
    summary: 'Write again; the ticket is open then',
    input: z.object({ request_key: requestKey, ticket_id: f.id, text, pictures }),
    output: ticketDetail,
    errors: [
      'not_found',
      'ticket_closed',
      'ticket_too_many',
      'picture_unknown',
      'picture_in_use',
      'idempotency_key_reused',
    ],
  },
  'POST ticket/close': {
    summary: 'It is settled',
    input: z.object({ ticket_id: f.id }),
    output: ticketDetail,
    errors: ['not_found', 'ticket_closed'],
  },
  'POST feedback/picture': {
    summary:
      'A picture for feedback, also of visitors; checked and kept like other uploads. So many per address and day',
    auth: 'none',
    file: 'file',
    output: z.object({
      picture_id: z.number(),
      /** Whoever has it may send the picture with feedback. */
      claim: z.string(),
    }),
    errors: UPLOAD_ERRORS,
  },
  'POST feedback/send': {
    summary:
      'Tell the operator something; visitors, too, so often per address and day. Customers find the answer among their ' +
      'tickets, visitors get it by mail if they left an address',
    auth: 'optional',
    input: z.object({
      request_key: requestKey,
      text,
      /** Visitors only. */
      email: z.string().trim().max(254).optional(),
      pictures: claimedPictures,
    }),
    output: z.object({ received: z.literal(true) }),
    errors: [
      'email_invalid',
      'ticket_too_many',
      'picture_unknown',
      'picture_in_use',
      'idempotency_key_reused',
    ],
  },
});
