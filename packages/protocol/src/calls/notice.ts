import { z } from 'zod';
import { defineCall } from '../call.ts';
import * as f from '../fields.ts';

export const noticeSummary = z.object({
  id: z.number(),
  kind: z.enum(['announcement', 'message']),
  title: z.string(),
  summary: z.string(),
  published_at_ms: z.number(),
  /** Published since the customer registered, and neither opened nor marked; false for visitors. */
  unread: z.boolean(),
});

/** How many of all notices are unread, counted up to 100; 0 for visitors. */
const unread = z.number();

export const noticeCalls = {
  'POST news/list': defineCall({
    summary: 'Notices in the request’s language, newest first',
    tag: 'notice',
    auth: 'optional',
    input: z.object({ cursor: f.cursor.optional(), limit: f.limit }),
    output: f.page(noticeSummary).extend({ unread }),
  }),
  'POST news/detail': defineCall({
    summary: 'One notice with its text (paragraphs of plain text); a customer has read it then',
    tag: 'notice',
    auth: 'optional',
    input: z.object({ id: f.id }),
    output: noticeSummary.extend({ paragraphs: z.array(z.string()) }),
    errors: ['not_found'],
  }),
  'POST news/read': defineCall({
    summary: 'Marks all notices as read',
    tag: 'notice',
    auth: 'session',
    input: z.object({}),
    output: z.object({ unread }),
  }),
};
