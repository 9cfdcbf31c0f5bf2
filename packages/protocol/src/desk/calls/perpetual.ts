import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { stopInput } from '../stop.ts';
import * as f from '../../fields.ts';
import { liquidation } from '../../calls/perpetual-history.ts';
import { contract, perpetualTicker } from '../../calls/perpetual-records.ts';

export const perpetualCalls = deskCallsOf({
  'GET desk/perpetuals': {
    summary: 'Every contract with its terms, status and prices, and the insurance fund behind them',
    permission: 'market.read',
    output: z.object({
      items: z.array(z.object({ contract, ticker: perpetualTicker })),
      insurance: z.object({ currency: z.string(), balance: z.string() }),
    }),
  },
  'GET desk/liquidations': {
    summary: 'Liquidations of all customers with what they were computed from, newest first',
    permission: 'market.read',
    input: z.object({ ...f.paging }),
    output: f.page(liquidation.extend({ customer_id: z.number() })),
  },
  'POST desk/perpetual_stop': {
    summary:
      'Stop one contract or all at once: close-only, or halted for at most four hours. Going on again is a proposal of kind `perpetual_status`',
    permission: 'market.stop',
    input: z.object({
      /** Left out: all contracts. */
      market_id: f.shortId.optional(),
      ...stopInput,
    }),
    output: z.object({ stopped: z.array(z.number()) }),
    errors: ['unknown_perpetual', 'nothing_changed', 'halt_takes_two', 'halt_in_force', 'invalid_halt'],
  },
});
