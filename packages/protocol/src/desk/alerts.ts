import type { Role } from './roles.ts';

/** Alerts for operators while a condition lasts. Free of schemas, because the desk's browser app reads this table. */
export const ALERT_KINDS = [
  /** No fresh index; the subject is the market. */
  'stale_index',
  /** Too many items wait; the subject is the queue, as in the next one. */
  'queue_long',
  /** An item has waited too long. */
  'queue_old',
  /** The treasury covers too little of the interest that may still be bought; the subject is the currency. */
  'treasury_low',
  /** The insurance fund covers too little of the open contracts; the subject is the currency. */
  'insurance_low',
  /** Payouts whose transaction is in doubt, or that take too long. */
  'payout_failed',
  /** Payouts are held: a log or the books are wrong; the subject says which. */
  'books_at_fault',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Roles that get a mail by default. */
export const ALERT_ROLES: Readonly<Record<AlertKind, readonly Role[]>> = {
  stale_index: ['accountant', 'administrator'],
  queue_long: ['support', 'compliance'],
  queue_old: ['support', 'compliance'],
  treasury_low: ['accountant', 'administrator'],
  insurance_low: ['accountant', 'administrator'],
  payout_failed: ['accountant', 'compliance', 'administrator'],
  books_at_fault: ['compliance', 'administrator'],
};
