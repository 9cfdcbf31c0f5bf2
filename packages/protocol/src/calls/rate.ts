import { z } from 'zod';
import { callsOf } from '../call.ts';
import { FIAT_CODES } from '../fiat.ts';

/** What one USDT is worth in a state's currency. For showing amounts only: nothing is booked, paid or settled by it. */
export const rate = z.object({
  currency: z.enum(FIAT_CODES),
  /** Units of the currency per USDT, at most eight digits after the point. */
  per_usdt: z.string(),
  /** When the newest of its sources gave it. */
  at_ms: z.number(),
  /** Later it is old, and must be shown as such. */
  fresh_until_ms: z.number(),
  /** Exchanges whose median it is. */
  sources: z.array(z.string()),
  /** Made up around a constant, because the prices are, too. */
  demo: z.boolean(),
});

export const rateCalls = callsOf('market', {
  'GET currency/rates': {
    summary:
      'What one USDT is worth in the currencies of states, for showing totals; without a rate a currency is absent',
    auth: 'none',
    output: z.object({ items: z.array(rate) }),
  },
});
