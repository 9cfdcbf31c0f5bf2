import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import * as f from '../../fields.ts';

export const complianceDeskCalls = deskCallsOf({
  'GET desk/screening_lists': {
    summary: 'The lists customers and addresses are compared with',
    permission: 'compliance.read',
    output: z.object({
      /** Of all of them together; another one when a list changes. */
      version: z.string(),
      items: z.array(z.object({ list: z.string(), names: z.number(), addresses: z.number() })),
    }),
  },
  'GET desk/customer_data': {
    summary:
      'All that is kept about a customer, as one file: what they get themselves, cases and colleagues’ notes. That it was taken is written to the audit log',
    permission: 'customer.data',
    input: z.object({ customer_id: f.shortId }),
    streamed: ['application/json'],
    output: f.stream,
    errors: ['not_found', 'busy'],
  },
  'GET desk/case_report': {
    summary: 'A case of the queue `compliance` as a file. That it was taken is written to the audit log',
    permission: 'compliance.decide',
    input: z.object({ id: f.id, format: z.enum(['json', 'csv', 'pdf']) }),
    output: z.object({ file_name: z.string(), content_type: z.string(), base64: z.string() }),
    errors: ['not_found'],
  },
});
