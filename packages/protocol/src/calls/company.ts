import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

const publicWithdrawal = z.object({
  id: z.number(),
  currency: z.string(),
  amount: f.decimal,
  state: z.enum(['announced', 'paid', 'withdrawn']),
  /** The company's account, by its name. */
  account: z.string(),
  announced_at_ms: z.number(),
  /** Not before this moment. */
  payable_at_ms: z.number(),
  ended_at_ms: z.number().nullable(),
  /** Records of the public log that it rests on. */
  liabilities_record: z.number().nullable(),
  reserves_record: z.number().nullable(),
});

export const companyCalls = callsOf('price-log', {
  'GET company/profit_withdrawals': {
    summary: 'The house’s profit on its way out: announced a day before it leaves',
    auth: 'none',
    input: z.object(f.paging),
    output: f.page(publicWithdrawal),
  },
});
