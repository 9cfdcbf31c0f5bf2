import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { PUSH_TOPICS } from '../push-message.ts';

const topic = z.enum(PUSH_TOPICS);

export const noticeSummary = z.object({
  id: z.number(),
  kind: z.enum(['announcement', 'message']),
  /** Its category; null for messages from before categories existed. */
  topic: topic.nullable(),
  /** The page of the app it is about; null: only its own page. */
  route: z.string().nullable(),
  /** Of a newly listed currency; null: about something else. */
  listing: z
    .object({
      currency: z.string(),
      market_id: z.number(),
      symbol: z.string(),
      /** When the currency itself was first issued, as a UTC day; null: not known. */
      issued_on: z.string().nullable(),
      /** When trading begins here. */
      listed_at_ms: z.number(),
    })
    .nullable(),
  title: z.string(),
  summary: z.string(),
  published_at_ms: z.number(),
  /** Published since the customer registered, and neither opened nor marked; false for visitors. */
  unread: z.boolean(),
});

/** How many of all notices are unread, counted up to 100; 0 for visitors. */
const unread = z.number();

export const noticeCalls = callsOf('notice', {
  'POST news/list': {
    summary: 'Notices in the request’s language, newest first',
    auth: 'optional',
    input: z.object({ topic: topic.optional(), ...f.paging }),
    output: f.page(noticeSummary).extend({
      unread,
      /** By category, each up to 100; those without any are left out. */
      unread_by_topic: z.partialRecord(topic, z.number()),
    }),
  },
  'POST news/detail': {
    summary: 'One notice with its text (paragraphs of plain text); a customer has read it then',
    auth: 'optional',
    input: z.object({ id: f.id }),
    output: noticeSummary.extend({ paragraphs: z.array(z.string()) }),
    errors: ['not_found'],
  },
  'POST news/read': {
    summary: 'Marks all notices as read, or those of one category',
    input: z.object({ topic: topic.optional() }),
    output: z.object({ unread }),
  },
});
