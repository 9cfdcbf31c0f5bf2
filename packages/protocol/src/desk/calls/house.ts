import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { dustTermsChange, houseFund, houseSource } from '../changes.ts';

/** What the house holds and has promised in one currency. */
const houseCurrency = z.object({
  currency_id: z.number(),
  currency: z.string(),
  /** The funds its promises are paid from, and the fees that could be added to them. */
  treasury: z.string(),
  insurance: z.string(),
  option_pool: z.string(),
  fees: z.string(),
  /** Already promised to customers: nobody at the desk can use it. */
  option_escrow: z.string(),
  trust_escrow: z.string(),
});

export const houseCalls = deskCallsOf({
  'GET desk/house': {
    summary: 'The house’s own funds and what is promised from them, by currency',
    permission: 'house.read',
    output: z.object({
      items: z.array(houseCurrency),
      sources: z.array(houseSource),
      funds: z.array(houseFund),
      /** What the house buys small balances for: see `dust_terms` of the proposals. */
      dust: dustTermsChange,
    }),
  },
});
