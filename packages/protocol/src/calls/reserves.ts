import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { publicRecord } from './public-log.ts';

export const reservesCalls = callsOf('app', {
  'GET reserves/newest': {
    summary:
      'What stands behind what customers are owed, as it was published last, beside what was owed then. Open to everybody',
    auth: 'none',
    output: z.object({
      mode: z.enum(['demo', 'live']),
      /** Whose signed messages name: the origin of the exchange’s logs. */
      origin: z.string(),
      /** The newest record of reserves and the record of liabilities it stands against; null before the first. */
      published: z.object({ reserves: publicRecord, liabilities: publicRecord }).nullable(),
    }),
  },
  'GET reserves/history': {
    summary:
      'Reserves and liabilities of a currency over time: of a week each audit point, of a year the last one of each day',
    auth: 'none',
    input: z.object({
      currency: z.string().regex(/^[A-Z0-9]{1,12}$/),
      span: z.enum(['week', 'year']).default('week'),
    }),
    output: z.object({
      currency: z.string(),
      /** Oldest first. */
      points: z.array(
        z.object({
          at_ms: z.number(),
          /** Number in the public log. */
          record: z.number(),
          liabilities: f.signedDecimal,
          signed: f.signedDecimal,
          observed: f.signedDecimal,
          statement: f.signedDecimal,
        }),
      ),
    }),
    errors: ['unknown_currency'],
  },
});
