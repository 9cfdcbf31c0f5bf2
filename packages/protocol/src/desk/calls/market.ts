import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { stopInput } from '../stop.ts';
import * as f from '../../fields.ts';
import { market, ticker } from '../../calls/market.ts';

/** What the index is made of at the moment, by the names of its sources. */
const indexSources = z.object({
  used: z.array(z.string()),
  /** Fresh, but too far from the middle of all. */
  dropped: z.array(z.string()),
  /** Why there is no index: too few sources are fresh, or too few of them agree. */
  missing: z.enum(['sources', 'agreement']).nullable(),
});

export const marketCalls = deskCallsOf({
  'GET desk/markets': {
    summary: 'Every market with its terms, status and last prices',
    permission: 'market.read',
    output: z.object({ items: z.array(z.object({ market, ticker, index: indexSources })) }),
  },
  'POST desk/market_stop': {
    summary:
      'Stop one market or all at once: close-only, or halted for at most four hours. Going on again is a proposal of kind `market_status`',
    permission: 'market.stop',
    input: z.object({
      /** Left out: all markets. */
      market_id: f.shortId.optional(),
      ...stopInput,
    }),
    output: z.object({ stopped: z.array(z.number()) }),
    errors: ['unknown_market', 'nothing_changed', 'halt_takes_two', 'halt_in_force', 'invalid_halt'],
  },
});
