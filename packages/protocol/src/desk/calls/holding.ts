import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import * as f from '../../fields.ts';
import { deposit } from '../../calls/deposit.ts';
import { launchOrder } from '../../calls/launch.ts';
import { ownLimits } from '../../calls/limit.ts';
import { option, practiceBalance } from '../../calls/option.ts';
import { position } from '../../calls/perpetual-records.ts';
import { hold } from '../../calls/security.ts';
import { trustOrder } from '../../calls/trust.ts';
import { withdrawal } from '../../calls/withdrawal.ts';

const paged = { customer_id: f.shortId, ...f.paging };

/**
 * A customer's holdings, receipts and payments in each product, newest first, read-only. Counterparties, pictures and
 * the customer’s own notes are only shown in the queues.
 */
export const holdingCalls = deskCallsOf({
  'GET desk/customer_positions': {
    summary: 'The customer’s positions: held, waiting to open, or ended',
    permission: 'customer.read',
    input: z.object({ ...paged, view: z.enum(['holding', 'pending', 'history']).default('holding') }),
    output: f.page(position),
    errors: ['not_found'],
  },
  'GET desk/customer_limits': {
    summary:
      'What keeps the customer from buying or withdrawing: own limits and breaks, which nobody here can loosen, and a hold. With what the practice account holds',
    permission: 'customer.read',
    input: z.object({ customer_id: f.shortId }),
    output: z.object({
      limits: ownLimits,
      withdrawal_hold: hold.nullable(),
      practice: z.array(practiceBalance),
    }),
    errors: ['not_found'],
  },
  'GET desk/customer_options': {
    summary: 'The customer’s second options, real or practice: not settled yet, or settled',
    permission: 'customer.read',
    input: z.object({
      ...paged,
      view: z.enum(['running', 'history']).default('running'),
      practice: f.flag.default(false),
    }),
    output: f.page(option.omit({ receipt: true })),
    errors: ['not_found'],
  },
  'GET desk/customer_trust_orders': {
    summary: 'The customer’s trust orders',
    permission: 'customer.read',
    input: z.object(paged),
    output: f.page(trustOrder),
    errors: ['not_found'],
  },
  'GET desk/customer_launch_orders': {
    summary: 'What the customer committed to new currencies, and what came of it',
    permission: 'customer.read',
    input: z.object(paged),
    output: f.page(launchOrder),
    errors: ['not_found'],
  },
  'GET desk/customer_deposits': {
    summary: 'The customer’s deposits',
    permission: 'deposit.read',
    input: z.object(paged),
    output: f.page(deposit.omit({ address: true, explorer_url: true, picture_id: true })),
    errors: ['not_found'],
  },
  'GET desk/customer_withdrawals': {
    summary: 'The customer’s withdrawals',
    permission: 'withdrawal.read',
    input: z.object(paged),
    output: f.page(
      withdrawal.omit({
        address: true,
        address_label: true,
        bank_card: true,
        explorer_url: true,
        remark: true,
        can_cancel: true,
      }),
    ),
    errors: ['not_found'],
  },
});
