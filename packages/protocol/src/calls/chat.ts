import { z } from 'zod';
import { callsOf } from '../call.ts';
import { lines } from '../text.ts';
import * as f from '../fields.ts';
import { UPLOAD_ERRORS } from './upload-errors.ts';

/** The longest message, in UTF-16 code units. */
export const CHAT_TEXT_LENGTH = 2_000;
const RATING_LENGTH = 500;

/** A visitor's secret, created and kept by the browser: 32 random bytes. Absent with a session. */
const visitorSecret = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const visitor = visitorSecret.optional();

/** Chosen by the sender: sent again after a lost answer, it is the same message. */
export const chatClientId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

export const chatPicture = z.object({ picture_id: z.number(), width: z.number(), height: z.number() });

export const chatMessage = z.object({
  case_id: z.number(),
  /** 1, 2, 3 … within the case, so that clients notice gaps. */
  seq: z.number(),
  side: z.enum(['customer', 'operator']),
  client_id: z.string(),
  /** Plain text, to be shown as it is. */
  text: z.string(),
  picture: chatPicture.nullable(),
  at_ms: z.number(),
});

export const chatCase = z.object({
  case_id: z.number(),
  /** Version: of two, the higher is the newer. */
  revision: z.number(),
  state: z.enum(['open', 'closed']),
  last_seq: z.number(),
  /** Answers the customer has not read. */
  unread: z.number(),
  /** The customer has read up to this message. */
  read_seq: z.number(),
  /** The desk has read up to this message. */
  desk_read_seq: z.number(),
  opened_at_ms: z.number(),
  closed_at_ms: z.number().nullable(),
  stars: z.number().nullable(),
  /** The previous conversation. */
  earlier_case_id: z.number().nullable(),
});

/** `before_seq`: the newest messages before it. `after_seq`: the oldest messages after it. */
export const chatRange = {
  case_id: f.id,
  before_seq: f.shortId.optional(),
  after_seq: f.whole(0, 2_147_483_647).optional(),
  limit: f.limit,
};

export const chatCalls = callsOf('chat', {
  'POST set/get_customer_url': {
    summary: 'The external address that replaces the chat; null: the chat is here',
    auth: 'none',
    output: z.object({ url: z.string().nullable() }),
  },
  'POST chat/state': {
    summary: 'Whether somebody answers now, and the newest conversation with its newest messages',
    auth: 'optional',
    input: z.object({ visitor }),
    output: z.object({
      external_url: z.string().nullable(),
      open: z.boolean(),
      /** When the desk answers again; null: it does now, or that is unknown. */
      opens_at_ms: z.number().nullable(),
      case: chatCase.nullable(),
      messages: z.array(chatMessage),
    }),
  },
  'POST chat/unread': {
    summary: 'How many answers are not read',
    auth: 'optional',
    input: z.object({ visitor }),
    output: z.object({ unread: z.number() }),
  },
  'POST chat/adopt': {
    summary:
      'Whoever has logged in takes over what they said as a visitor, by that visitor’s secret; again, nothing is left to take',
    input: z.object({ visitor: visitorSecret }),
    output: z.object({ conversations: z.number() }),
  },
  'POST chat/messages': {
    summary: 'Messages of one’s own conversation, oldest first: a page of history, or what was missed',
    auth: 'optional',
    input: z.object({ visitor, ...chatRange }),
    output: z.object({ case: chatCase, items: z.array(chatMessage), more: z.boolean() }),
    errors: ['not_found'],
  },
  'POST chat/send': {
    summary:
      'Send a message, with a picture or without; the first one begins a conversation. The same `client_id` again ' +
      'answers with the message it was kept as',
    auth: 'optional',
    input: z
      .object({
        visitor,
        client_id: chatClientId,
        text: lines(CHAT_TEXT_LENGTH).default(''),
        picture_id: f.id.optional(),
      })
      .refine(({ text, picture_id: picture }) => text !== '' || picture !== undefined, { path: ['text'] }),
    output: z.object({ case: chatCase, message: chatMessage }),
    errors: ['not_found', 'chat_elsewhere', 'chat_too_many', 'idempotency_key_reused', 'picture_unknown'],
  },
  'POST chat/read': {
    summary: 'The customer has read up to a message',
    auth: 'optional',
    input: z.object({ visitor, case_id: f.id, seq: f.shortId }),
    output: chatCase,
    errors: ['not_found'],
  },
  'POST chat/close': {
    summary: 'End the conversation; ended already, nothing changes',
    auth: 'optional',
    input: z.object({ visitor, case_id: f.id }),
    output: chatCase,
    errors: ['not_found'],
  },
  'POST chat/rate': {
    summary: 'Rate a conversation that has ended, with one star to five; a second rating replaces the first',
    auth: 'optional',
    input: z.object({
      visitor,
      case_id: f.id,
      stars: f.whole(1, 5),
      text: lines(RATING_LENGTH).default(''),
    }),
    output: chatCase,
    errors: ['not_found', 'chat_not_closed'],
  },
  'POST chat/upload': {
    summary:
      'Upload a picture (JPEG, PNG or WebP) for a message. It is checked by content, encoded anew without metadata, and ' +
      'kept encrypted; one that no message has is deleted after a day',
    auth: 'optional',
    file: 'file',
    input: z.object({ visitor }),
    output: chatPicture,
    errors: ['not_found', ...UPLOAD_ERRORS],
  },
  'POST chat/picture': {
    summary: 'A picture of one’s own conversation, as bytes',
    auth: 'optional',
    binary: ['image/jpeg', 'image/png'],
    input: z.object({ visitor, picture_id: f.id }),
    output: f.bytes,
    errors: ['picture_unknown', 'picture_unavailable'],
  },
});
