import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { signedLogName } from '../../calls/signed-log.ts';

export const integrityDeskCalls = deskCallsOf({
  'GET desk/integrity': {
    summary:
      'Whether journal, audit log and public log are what was signed, what was last compared with the books, and whether payouts wait',
    permission: 'market.read',
    output: z.object({
      logs: z.array(
        z.object({
          log: signedLogName,
          state: z.enum(['signing', 'catching_up', 'stopped']),
          /** What differs from what was signed, and at which entry or size. */
          fault: z.object({ kind: z.string(), number: z.number() }).nullable(),
          entries: z.number(),
          signed: z.number(),
          /** Null until the first signature. */
          signed_at_ms: z.number().nullable(),
        }),
      ),
      books: z.object({
        /** When everything was last compared; null until then. A difference stops the exchange. */
        sequence: z.number(),
        /** When all of it had last been compared; null until then. A difference ends the exchange. */
        completed_at_ms: z.number().nullable(),
        /** Why the newest comparison failed; null if it did not. */
        failure: z.string().nullable(),
      }),
      /** No money is paid out until these are right; empty: payouts are open. */
      payouts_wait_for: z.array(z.enum(['price', 'journal', 'audit', 'public', 'books'])),
    }),
  },
});
