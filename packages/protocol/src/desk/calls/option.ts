import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';

export const deskOptionMarket = z.object({
  market_id: z.number(),
  symbol: z.string(),
  /** Of the terms: each change makes a new one, and what was sold keeps its own. */
  version: z.number(),
  enabled: z.boolean(),
  stale_ms: z.number(),
  times: z.array(z.object({ seconds: z.number(), payout_percent: z.string() })),
  currencies: z.array(
    z.object({
      currency_id: z.number(),
      currency: z.string(),
      min_stake: z.string(),
      max_stake: z.string(),
      exposure_limit: z.string(),
      /** What the house may come to pay beyond stakes, by direction. */
      exposure_rise: z.string(),
      exposure_fall: z.string(),
    }),
  ),
});

export const optionDeskCalls = deskCallsOf({
  'GET desk/options': {
    summary: 'Terms and exposure of second options by market, and what their pool and escrow hold',
    permission: 'option.read',
    output: z.object({
      items: z.array(deskOptionMarket),
      /** Customers’ options that run, practice left out. */
      open: z.number(),
      funds: z.array(
        z.object({ currency_id: z.number(), currency: z.string(), pool: z.string(), escrow: z.string() }),
      ),
    }),
  },
});
