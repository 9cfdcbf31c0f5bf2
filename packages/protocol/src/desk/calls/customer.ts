import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { reason } from '../../text.ts';
import * as f from '../../fields.ts';
import { order } from '../../calls/spot.ts';
import { balance, ledgerEntry } from '../../calls/wallet.ts';

export const customerSummary = z.object({
  id: z.number(),
  nickname: z.string(),
  /** Masked unless the operator’s role has `customer.contact`. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  verification: z.string(),
  frozen: z.boolean(),
  demo: z.boolean(),
  /** One of the house’s own: its market maker or a trader of the demo. */
  maker: z.boolean(),
  created_at_ms: z.number(),
});

const session = z.object({
  id: z.number(),
  device: z.string(),
  address: z.string(),
  created_at_ms: z.number(),
  last_seen_at_ms: z.number(),
  ended_at_ms: z.number().nullable(),
});

export const customerNote = z.object({
  id: z.number(),
  operator: z.string(),
  text: z.string(),
  at_ms: z.number(),
});

const customerId = { customer_id: f.shortId };
const paged = { ...customerId, ...f.paging };

export const customerCalls = deskCallsOf({
  'GET desk/customers': {
    summary: 'Customers by id, or by phone number or e-mail address in full; without a query the newest',
    permission: 'customer.read',
    input: z.object({
      query: z
        .string()
        .max(254)
        .refine(text => text.isWellFormed())
        .optional(),
      /** With the house’s makers, who are left out unless they are looked for. */
      makers: f.flag.default(false),
      ...f.paging,
    }),
    output: f.page(customerSummary),
  },
  'GET desk/customer': {
    summary: 'One customer: balances, sessions, notes',
    permission: 'customer.read',
    input: z.object(customerId),
    output: z.object({
      customer: customerSummary,
      invited_by: z.number().nullable(),
      total_usdt: z.string(),
      /** Of open contracts; not in the total. */
      unrealised_usdt: z.string().nullable(),
      balances: z.array(balance),
      sessions: z.array(session),
      notes: z.array(customerNote),
    }),
    errors: ['not_found'],
  },
  'GET desk/customer_ledger': {
    summary: 'What changed the customer’s balances, newest first',
    permission: 'customer.read',
    input: z.object(paged),
    output: f.page(ledgerEntry),
    errors: ['not_found'],
  },
  'GET desk/customer_orders': {
    summary:
      'The customer’s spot orders, newest first. To look at: nobody at the desk can place or cancel one',
    permission: 'customer.read',
    input: z.object({ ...paged, view: z.enum(['open', 'history']).default('open') }),
    output: f.page(order),
    errors: ['not_found'],
  },
  'POST desk/customer_note': {
    summary: 'Write a note about a customer; notes are never changed',
    permission: 'customer.note',
    input: z.object({ ...customerId, text: reason }),
    output: customerNote,
    errors: ['not_found'],
  },
  'POST desk/customer_end_sessions': {
    summary: 'Log the customer out everywhere',
    permission: 'customer.end_sessions',
    input: z.object({ ...customerId, reason }),
    output: z.object({ ended: z.number() }),
    errors: ['not_found'],
  },
  'POST desk/customer_freeze': {
    summary: 'Freeze an account: no trading, no withdrawals, until it is unfrozen',
    permission: 'customer.freeze',
    input: z.object({ ...customerId, reason }),
    output: customerSummary,
    errors: ['not_found', 'nothing_changed'],
  },
  'POST desk/customer_unfreeze': {
    summary: 'Let a frozen account work again',
    permission: 'customer.unfreeze',
    input: z.object({ ...customerId, reason }),
    output: customerSummary,
    errors: ['not_found', 'nothing_changed'],
  },
});
