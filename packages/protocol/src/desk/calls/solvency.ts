import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import * as f from '../../fields.ts';

const parts = z.array(z.object({ account: z.string().regex(/^[a-z]+(_[a-z]+)*$/), total: f.signedDecimal }));

export const solvency = z.object({
  currency: z.string(),
  decimals: z.number(),
  /** Everything customers own, by account; `running_options` and `locked_coins` are in escrow. Without makers. */
  customers: f.signedDecimal,
  customer_accounts: parts,
  customers_with_balance: z.number(),
  /** The same of the house’s market maker and, in a demo, its traders. */
  makers: f.signedDecimal,
  maker_accounts: parts,
  /** The platform’s own: fees, treasury, escrows without what is customers’ in them … */
  platform: f.signedDecimal,
  platform_accounts: parts,
  /** What lies outside, by channel: the negative mirror of what came in. */
  outside: f.signedDecimal,
  outside_accounts: parts,
  /** Of everything above: zero, always. */
  sum: f.signedDecimal,
});

export const solvencyCalls = deskCallsOf({
  'GET desk/solvency': {
    summary: 'What customers hold against what lies outside, per currency, at one place of the journal',
    permission: 'solvency.read',
    output: z.object({
      items: z.array(solvency),
      /** The newest command in the journal, and the hash of its batch. */
      journal_sequence: z.number(),
      journal_hash: z.string(),
      at_ms: z.number(),
    }),
  },
});
