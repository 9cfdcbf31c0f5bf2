import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import * as f from '../../fields.ts';

export const outboxMessage = z.object({
  id: z.number(),
  channel: z.enum(['mail', 'sms']),
  recipient: z.string(),
  subject: z.string(),
  /** Only in demo: messages hold codes. */
  body: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'shown']),
  tries: z.number(),
  created_at_ms: z.number(),
  sent_at_ms: z.number().nullable(),
  error: z.string().nullable(),
});

export const outboxCalls = deskCallsOf({
  'GET desk/outbox': {
    summary: 'Mails and SMS, newest first; in demo with their text',
    permission: 'outbox.read',
    input: z.object({
      state: z.enum(['queued', 'sent', 'failed', 'shown']).optional(),
      ...f.paging,
    }),
    output: f.page(outboxMessage),
  },
});
