import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

export const ownDataCalls = callsOf('account', {
  'GET user/own_data': {
    summary:
      'All that is kept about the customer, as one file: table by table, with what is sealed opened. Passwords and keys are left out',
    streamed: ['application/json'],
    output: f.stream,
    errors: ['busy'],
  },
  'POST user/close_account': {
    summary:
      'Close the account for good: nobody logs in any more, and what law does not ask to be kept is deleted at once',
    input: z.object({ password: z.string().min(1).max(128) }),
    output: z.object({ closed: z.literal(true), kept_until_ms: z.number() }),
    errors: ['password_wrong', 'account_locked', 'account_not_empty', 'customer_frozen'],
  },
});
