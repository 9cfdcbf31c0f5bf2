import type { Role } from './roles.ts';

/** What operators are told of while it lasts. Free of schemas: the desk's browser reads this table too. */
export const ALERT_KINDS = [
  /** No fresh index; the subject is the market. */
  'stale_index',
  /** Too many wait; the subject is the queue, as in the next one. */
  'queue_long',
  /** One has waited for too long. */
  'queue_old',
  /** The treasury covers too little of the interest that may still be bought; the subject is the currency. */
  'treasury_low',
  /** The insurance fund covers too little of the open contracts; the subject is the currency. */
  'insurance_low',
  /** Payouts whose transaction is doubted, or that take too long. */
  'payout_failed',
  /** Payouts wait: a log or the books are not what they should be; the subject is which. */
  'books_at_fault',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Who gets a mail unless they have chosen otherwise. */
export const ALERT_ROLES: Readonly<Record<AlertKind, readonly Role[]>> = {
  stale_index: ['accountant', 'administrator'],
  queue_long: ['support', 'compliance'],
  queue_old: ['support', 'compliance'],
  treasury_low: ['accountant', 'administrator'],
  insurance_low: ['accountant', 'administrator'],
  payout_failed: ['accountant', 'compliance', 'administrator'],
  books_at_fault: ['compliance', 'administrator'],
};
