import { z } from 'zod';
import { defineCall } from '../call.ts';
import * as f from '../fields.ts';

export const noticeSummary = z.object({
  id: z.number(),
  kind: z.enum(['announcement', 'message']),
  title: z.string(),
  summary: z.string(),
  published_at_ms: z.number(),
});

export const noticeCalls = {
  'POST news/list': defineCall({
    summary: 'Notices in the request’s language, newest first',
    tag: 'notice',
    auth: 'optional',
    input: z.object({ cursor: f.cursor.optional(), limit: f.limit }),
    output: f.page(noticeSummary),
  }),
  'POST news/detail': defineCall({
    summary: 'One notice with its text (paragraphs of plain text)',
    tag: 'notice',
    auth: 'optional',
    input: z.object({ id: f.id }),
    output: noticeSummary.extend({ paragraphs: z.array(z.string()) }),
    errors: ['not_found'],
  }),
};
