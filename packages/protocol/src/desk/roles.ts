/** Roles at the desk. Free of schemas, because the desk's browser app reads this table, too. */
export const ROLES = ['support', 'compliance', 'accountant', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

const EVERYONE: readonly Role[] = ROLES;

/**
 * What each right allows, and which roles have it. `…propose` creates a proposal, `…confirm` applies somebody else's:
 * nobody confirms their own, whatever their role. There is no right, and no call, for prices, orders, fills or results.
 */
export const PERMISSIONS = {
  'customer.read': EVERYONE,
  'customer.note': EVERYONE,
  /** Sees phone numbers, addresses and e-mail addresses unmasked. */
  'customer.contact': ['compliance', 'administrator'],
  'customer.end_sessions': ['support', 'compliance', 'administrator'],
  'customer.freeze': ['support', 'compliance', 'administrator'],
  'customer.unfreeze': ['compliance', 'administrator'],
  'chat.read': EVERYONE,
  /** Everyone, because a question about money may be passed to the right person. */
  'chat.answer': EVERYONE,
  'chat.template': ['support', 'compliance', 'administrator'],
  'outbox.read': ['support', 'compliance', 'administrator'],
  'status.read': EVERYONE,
  /** Texts about past events. Their beginning and end cannot be set by anybody. */
  'status.write': ['support', 'compliance', 'administrator'],
  'error.read': ['support', 'compliance', 'administrator'],
  'audit.read': ['compliance', 'administrator'],
  'solvency.read': ['compliance', 'accountant', 'administrator'],
  'proposal.read': EVERYONE,
  'market.read': EVERYONE,
  'market.propose': ['accountant', 'administrator'],
  'market.confirm': ['accountant', 'administrator'],
  /** Stopping takes one person, at once; resuming takes two. */
  'market.stop': ['compliance', 'accountant', 'administrator'],
  'market.resume_propose': ['compliance', 'accountant', 'administrator'],
  'market.resume_confirm': ['compliance', 'administrator'],
  'trust.read': EVERYONE,
  'trust.propose': ['accountant', 'administrator'],
  'trust.confirm': ['accountant', 'administrator'],
  /** The house's own money, between its own accounts. */
  'house.read': ['compliance', 'accountant', 'administrator'],
  'house.propose': ['accountant', 'administrator'],
  'house.confirm': ['accountant', 'administrator'],
  'launch.read': EVERYONE,
  'launch.propose': ['accountant', 'administrator'],
  'launch.confirm': ['accountant', 'administrator'],
  'option.read': EVERYONE,
  'option.propose': ['accountant', 'administrator'],
  'option.confirm': ['accountant', 'administrator'],
  'setting.read': EVERYONE,
  'setting.propose': ['accountant', 'administrator'],
  'setting.confirm': ['accountant', 'administrator'],
  /** Demo only. */
  'clock.advance': ['administrator'],
  /** Says that the machine's clock is right, after it was in doubt. */
  'clock.propose': ['administrator'],
  'clock.confirm': ['compliance', 'administrator'],
  'maintenance.start': ['compliance', 'administrator'],
  'referral.read': EVERYONE,
  'referral.propose': ['accountant', 'administrator'],
  'referral.confirm': ['accountant', 'administrator'],
  /** Stopping a promoter takes one person, at once; resuming takes two. */
  'referral.stop': ['support', 'compliance', 'administrator'],
  'referral.resume_propose': ['compliance', 'administrator'],
  'referral.resume_confirm': ['compliance', 'administrator'],
  'alert.read': EVERYONE,
  'alert.acknowledge': EVERYONE,
  'dust.propose': ['accountant', 'administrator'],
  'dust.confirm': ['accountant', 'administrator'],
  'notice.read': EVERYONE,
  'notice.propose': ['support', 'compliance', 'administrator'],
  'notice.confirm': ['compliance', 'administrator'],
  'article.read': EVERYONE,
  'article.propose': ['support', 'compliance', 'administrator'],
  'article.confirm': ['compliance', 'administrator'],
  'ticket.read': EVERYONE,
  'ticket.decide': ['support', 'compliance', 'administrator'],
  'operator.read': ['compliance', 'administrator'],
  'operator.propose': ['administrator'],
  'operator.confirm': ['compliance', 'administrator'],
  'identity.read': ['support', 'compliance', 'administrator'],
  'identity.decide': ['compliance', 'administrator'],
  /** What screening and monitoring noticed, and the reports of it. */
  'compliance.read': ['compliance', 'administrator'],
  'compliance.decide': ['compliance', 'administrator'],
  /** Takes all that is kept about a customer. */
  'customer.data': ['compliance', 'administrator'],
  'recovery.read': ['support', 'compliance', 'administrator'],
  'recovery.decide': ['compliance', 'administrator'],
  'deposit.read': ['support', 'compliance', 'accountant', 'administrator'],
  'deposit.decide': ['accountant', 'administrator'],
  'correction.read': EVERYONE,
  'goodwill.propose': ['support', 'accountant', 'administrator'],
  'goodwill.confirm': ['accountant', 'administrator'],
  'reversal.propose': ['compliance', 'accountant', 'administrator'],
  'reversal.confirm': ['compliance', 'accountant', 'administrator'],
  /** Balances at the chains, batches for the signer, differences between chain and ledger. */
  'custody.read': ['compliance', 'accountant', 'administrator'],
  /** Builds batches, takes the unsigned files out and the signed ones in, sends and replaces them. */
  'custody.move': ['accountant', 'administrator'],
  /** Explains a difference; it takes two. */
  'custody.decide': ['compliance', 'accountant', 'administrator'],
  /** The company's results, its ledger as a file, closed months. */
  'books.read': ['compliance', 'accountant', 'administrator'],
  'books.propose': ['accountant', 'administrator'],
  'books.confirm': ['accountant', 'administrator'],
  /** The house's profit, to an account of its own; a day in public. */
  'profit.propose': ['accountant', 'administrator'],
  'profit.confirm': ['accountant', 'administrator'],
  /** Stopping takes one person, at once. */
  'profit.stop': ['compliance', 'accountant', 'administrator'],
  /** Bank statements beside the ledger; explaining a difference takes two. */
  'reconciliation.read': ['compliance', 'accountant', 'administrator'],
  'reconciliation.decide': ['compliance', 'accountant', 'administrator'],
  /** Signed messages and bank statements, which are published at each audit point. */
  'reserves.read': ['compliance', 'accountant', 'administrator'],
  /** Takes in signed messages, which are verified, and documents. */
  'reserves.enter': ['accountant', 'administrator'],
  'statement.propose': ['accountant', 'administrator'],
  'statement.confirm': ['compliance', 'accountant', 'administrator'],
  'withdrawal.read': ['support', 'compliance', 'accountant', 'administrator'],
  'withdrawal.decide': ['compliance', 'accountant', 'administrator'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type Permission = keyof typeof PERMISSIONS;

export function isAllowed(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}
