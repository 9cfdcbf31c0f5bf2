import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import * as f from '../../fields.ts';

export const loggedError = z.object({
  /** As the customer read it. */
  id: z.string(),
  at_ms: z.number(),
  source: z.enum(['call', 'desk', 'socket', 'page']),
  route: z.string(),
  status: z.number(),
  code: z.string(),
  /** Empty: answered on purpose, such as `busy`. */
  error_class: z.string(),
  /** Without anything that was typed. */
  message: z.string(),
  trace: z.string(),
  customer_id: z.number().nullable(),
  operator_id: z.number().nullable(),
  /** How many before it are in the server’s log alone. */
  left_out: z.number(),
});

export const errorLogCalls = deskCallsOf({
  'GET desk/errors': {
    summary: 'What failed on our side, newest first, by the id that was shown, route, code or customer',
    permission: 'error.read',
    input: z.object({
      id: z
        .string()
        .regex(/^[0-9A-Za-z]{10}$/)
        .optional(),
      route: z
        .string()
        .regex(/^[\w/ -]{1,60}$/)
        .optional(),
      code: z
        .string()
        .regex(/^[a-z_]{1,60}$/)
        .optional(),
      customer_id: f.shortId.optional(),
      ...f.paging,
    }),
    output: f.page(loggedError),
  },
});
