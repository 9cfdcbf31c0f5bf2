import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { ROLES } from '../roles.ts';
import { line, lines } from '../../text.ts';
import { LANGUAGES } from '../../languages.ts';
import * as f from '../../fields.ts';
import { CHAT_TEXT_LENGTH, chatClientId, chatMessage, chatPicture, chatRange } from '../../calls/chat.ts';
import { UPLOAD_ERRORS } from '../../calls/upload-errors.ts';

export const deskChatCase = z.object({
  case_id: z.number(),
  /** Version: of two, the higher is the newer. */
  revision: z.number(),
  /** Null: a visitor. */
  customer_id: z.number().nullable(),
  nickname: z.string().nullable(),
  language: z.enum(LANGUAGES),
  state: z.enum(['open', 'closed']),
  last_seq: z.number(),
  /** The customer’s messages that nobody at the desk has read. */
  unread: z.number(),
  /** Up to which message the customer has read. */
  customer_read_seq: z.number(),
  operator: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** It waits for anybody of this role. */
  role: z.enum(ROLES).nullable(),
  opened_at_ms: z.number(),
  last_at_ms: z.number(),
  /** Since when a message waits for its answer; null: none does. */
  waiting_since_ms: z.number().nullable(),
  first_answered_at_ms: z.number().nullable(),
  closed_at_ms: z.number().nullable(),
  stars: z.number().nullable(),
  rating_text: z.string().nullable(),
});

export const deskChatMessage = chatMessage.extend({ operator: z.string().nullable() });

export const deskChatNote = z.object({
  id: z.number(),
  case_id: z.number(),
  operator: z.string(),
  text: z.string(),
  at_ms: z.number(),
});

const texts = z.partialRecord(z.enum(LANGUAGES), lines(CHAT_TEXT_LENGTH));

export const deskChatTemplate = z.object({
  id: z.number(),
  title: z.string(),
  texts,
  changed_by: z.string(),
  changed_at_ms: z.number(),
});

const caseId = { case_id: f.id };

/** Seconds, of today in UTC; null where nothing was counted. */
const times = z.object({ median_s: z.number().nullable(), p90_s: z.number().nullable() });

export const chatDeskCalls = deskCallsOf({
  'GET desk/chats': {
    summary: 'All open conversations, those that wait longest first; or those that have ended, newest first',
    permission: 'chat.read',
    input: z.object({
      view: z.enum(['open', 'closed']).default('open'),
      cursor: f.cursor.optional(),
      limit: f.whole(1, 500).default(300),
    }),
    output: f.page(deskChatCase),
  },
  'GET desk/chat': {
    summary: 'One conversation with its newest messages and the desk’s notes',
    permission: 'chat.read',
    input: z.object(caseId),
    output: z.object({
      case: deskChatCase,
      messages: z.array(deskChatMessage),
      notes: z.array(deskChatNote),
    }),
    errors: ['not_found'],
  },
  'GET desk/chat_messages': {
    summary: 'Messages of a conversation, oldest first: a page of history, or what was missed',
    permission: 'chat.read',
    input: z.object(chatRange),
    output: z.object({ items: z.array(deskChatMessage), more: z.boolean() }),
    errors: ['not_found'],
  },
  'GET desk/chat_picture': {
    summary: 'A picture of a conversation; looking at it is on record',
    permission: 'chat.read',
    input: z.object({ ...caseId, picture_id: f.id }),
    output: z.object({ content_type: z.string(), base64: z.string() }),
    errors: ['picture_unknown', 'picture_unavailable'],
  },
  'POST desk/chat_take': {
    summary: 'Take a conversation that nobody has',
    permission: 'chat.answer',
    input: z.object(caseId),
    output: deskChatCase,
    errors: ['not_found', 'chat_closed', 'chat_taken'],
  },
  'POST desk/chat_hand_over': {
    summary: 'Hand a conversation over to a colleague, or to whoever of a role takes it',
    permission: 'chat.answer',
    input: z
      .object({
        ...caseId,
        operator_id: f.shortId.optional(),
        role: z.enum(ROLES).optional(),
        note: lines(500).default(''),
      })
      .refine(({ operator_id: operator, role }) => (operator === undefined) !== (role === undefined), {
        path: ['operator_id'],
      }),
    output: deskChatCase,
    errors: ['not_found', 'chat_closed', 'nothing_changed'],
  },
  'POST desk/chat_send': {
    summary:
      'Answer, with a picture or without. Who answers a conversation that nobody has takes it. The same `client_id` is ' +
      'the same answer',
    permission: 'chat.answer',
    input: z
      .object({
        ...caseId,
        client_id: chatClientId,
        text: lines(CHAT_TEXT_LENGTH).default(''),
        picture_id: f.id.optional(),
      })
      .refine(({ text, picture_id: picture }) => text !== '' || picture !== undefined, { path: ['text'] }),
    output: z.object({ case: deskChatCase, message: deskChatMessage }),
    errors: ['not_found', 'chat_closed', 'chat_taken', 'idempotency_key_reused', 'picture_unknown'],
  },
  'POST desk/chat_upload': {
    summary:
      'Upload a picture (JPEG, PNG or WebP) for an answer, under the rules of customers’ own; one that no answer has is deleted after a day',
    permission: 'chat.answer',
    file: 'file',
    output: chatPicture,
    errors: [...UPLOAD_ERRORS],
  },
  'POST desk/chat_note': {
    summary: 'Write a note on a conversation. No customer ever sees it, and it is never changed',
    permission: 'chat.answer',
    input: z.object({ ...caseId, text: lines(CHAT_TEXT_LENGTH).refine(text => text !== '') }),
    output: deskChatNote,
    errors: ['not_found'],
  },
  'POST desk/chat_read': {
    summary: 'Somebody at the desk has read up to a message',
    permission: 'chat.answer',
    input: z.object({ ...caseId, seq: f.shortId }),
    output: deskChatCase,
    errors: ['not_found'],
  },
  'POST desk/chat_close': {
    summary: 'End a conversation; the customer is asked to rate it',
    permission: 'chat.answer',
    input: z.object(caseId),
    output: deskChatCase,
    errors: ['not_found', 'chat_closed'],
  },
  'GET desk/chat_colleagues': {
    summary: 'Whom a conversation can be handed over to',
    permission: 'chat.read',
    output: z.object({
      items: z.array(z.object({ id: z.number(), name: z.string(), role: z.enum(ROLES) })),
    }),
  },
  'GET desk/chat_templates': {
    summary: 'Answers that are given often, by title',
    permission: 'chat.read',
    output: z.object({ items: z.array(deskChatTemplate) }),
  },
  'POST desk/chat_template': {
    summary: 'Write a new template, or one in place of what it was',
    permission: 'chat.template',
    input: z.object({ id: f.shortId.optional(), title: line(80), texts }),
    output: deskChatTemplate,
    errors: ['not_found'],
  },
  'POST desk/chat_template_remove': {
    summary: 'Remove a template',
    permission: 'chat.template',
    input: z.object({ id: f.shortId }),
    output: z.object({ removed: z.literal(true) }),
    errors: ['not_found'],
  },
  'GET desk/chat_figures': {
    summary: 'What is open now, and today’s service times',
    permission: 'chat.read',
    output: z.object({
      open: z.number(),
      waiting: z.number(),
      opened_today: z.number(),
      closed_today: z.number(),
      /** From the first message to the first answer, of what was opened today. */
      first_answer: times,
      /** From opening to closing, of what was closed today. */
      resolution: times,
      /** Mean of today’s ratings, with one decimal. */
      stars: z.string().nullable(),
      rated: z.number(),
    }),
  },
});
