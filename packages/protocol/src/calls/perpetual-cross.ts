import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { marginType } from './perpetual-records.ts';

const typeOfContract = z.object({ market_id: z.number(), margin_type: marginType });

/** A contract account that carries cross positions, at the newest marks. */
export const crossAccount = z.object({
  currency: z.string(),
  available: z.string(),
  /** Available balance and the results of all cross positions. */
  equity: z.string(),
  /** What they must keep: at or below it, positions are liquidated, the largest loss first. */
  maintenance_margin: z.string(),
  /** Maintenance as percent of the equity, truncated to two digits: liquidated at 100; null while nothing is held. */
  margin_ratio_percent: z.string().nullable(),
  /** What must stay in the account: value ÷ leverage and losses of all cross positions. */
  required: z.string(),
  /** What may leave it: available less that, 0 at least. */
  free: z.string(),
  positions: z.array(
    z.object({
      position_id: z.number(),
      market_id: z.number(),
      /** Where the account would be liquidated if only this contract’s mark moved; null: nowhere. */
      liquidation_price: z.string().nullable(),
    }),
  ),
});

export const perpetualCrossCalls = callsOf('perpetual', {
  'GET lever/margin_type': {
    summary:
      'What carries the customer’s positions of a contract: margins of their own, or the contract account',
    input: z.object({ market_id: f.shortId }),
    output: typeOfContract,
    errors: ['unknown_perpetual'],
  },
  'POST lever/margin_type': {
    summary: 'Choose it, while nothing is open or waits in the contract',
    input: z.object({ market_id: f.shortId, margin_type: marginType }),
    output: typeOfContract,
    errors: ['unknown_perpetual', 'margin_type_in_use'],
  },
  'GET lever/cross_account': {
    summary:
      'The account that carries cross positions of a contract’s currency; null: nothing is set to cross',
    input: z.object({ market_id: f.shortId }),
    output: z.object({ account: crossAccount.nullable() }),
    errors: ['unknown_perpetual'],
  },
});
