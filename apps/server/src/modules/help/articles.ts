import { HELP_CATEGORIES } from '@tallystick/protocol/calls/help';

export { HELP_CATEGORIES };
export type HelpCategory = (typeof HELP_CATEGORIES)[number];

interface Entry {
  readonly category: HelpCategory;
  /** What one reads next, the nearest first. */
  readonly related: readonly string[];
}

/** Every article by its slug, in the order of the help centre. The words are in `articles/<slug>/<language>.md`. */
const ENTRIES = {
  'getting-started': {
    category: 'start',
    related: ['register-and-codes', 'accounts-and-transfers', 'check-our-books'],
  },
  support: { category: 'start', related: ['busy-and-maintenance', 'lost-answers', 'freeze-account'] },
  'languages-and-dates': { category: 'start', related: ['total-and-parts', 'notices-and-alerts'] },

  'register-and-codes': { category: 'security', related: ['login-refused', 'passkeys-and-second-step'] },
  'login-refused': { category: 'security', related: ['register-and-codes', 'lost-second-factor'] },
  'passkeys-and-second-step': {
    category: 'security',
    related: ['lost-second-factor', 'fund-password', 'withdrawal-holds'],
  },
  'lost-second-factor': { category: 'security', related: ['passkeys-and-second-step', 'login-refused'] },
  'contacts-and-devices': {
    category: 'security',
    related: ['login-refused', 'withdrawal-holds', 'freeze-account'],
  },
  'fund-password': { category: 'security', related: ['withdraw', 'withdrawal-holds'] },
  'freeze-account': { category: 'security', related: ['login-refused', 'withdrawal-holds', 'support'] },
  'identity-verification': { category: 'security', related: ['pictures', 'withdraw', 'options-how'] },
  pictures: { category: 'security', related: ['identity-verification', 'deposit-on-chain'] },
  'service-agreement': { category: 'security', related: ['trust-interest', 'launch-subscribe'] },
  'limits-on-yourself': { category: 'security', related: ['options-how', 'contracts-basics'] },

  'accounts-and-transfers': { category: 'funds', related: ['total-and-parts', 'lost-answers'] },
  'total-and-parts': { category: 'funds', related: ['accounts-and-transfers', 'check-our-books'] },
  'deposit-on-chain': { category: 'funds', related: ['deposit-by-bank', 'mistakes-put-right', 'pictures'] },
  'deposit-by-bank': { category: 'funds', related: ['deposit-on-chain', 'withdraw'] },
  withdraw: { category: 'funds', related: ['withdrawal-holds', 'withdrawal-addresses', 'fund-password'] },
  'withdrawal-holds': {
    category: 'funds',
    related: ['withdraw', 'checks-and-closing', 'mistakes-put-right', 'freeze-account'],
  },
  'checks-and-closing': {
    category: 'funds',
    related: ['withdrawal-holds', 'identity-verification', 'statement-and-taxes'],
  },
  'withdrawal-addresses': { category: 'funds', related: ['withdraw', 'withdrawal-holds'] },
  'mistakes-put-right': { category: 'funds', related: ['deposit-on-chain', 'withdrawal-holds', 'support'] },
  'convert-and-dust': { category: 'funds', related: ['spot-fees', 'spot-orders'] },
  'statement-and-taxes': { category: 'funds', related: ['check-our-books', 'total-and-parts'] },

  'spot-orders': { category: 'spot', related: ['order-refused', 'spot-fees'] },
  'linked-orders': { category: 'spot', related: ['spot-orders', 'order-refused'] },
  'spot-fees': { category: 'spot', related: ['spot-orders', 'contract-fees', 'halts'] },
  'order-refused': { category: 'spot', related: ['spot-orders', 'halts', 'limits-on-yourself'] },
  halts: { category: 'spot', related: ['busy-and-maintenance', 'mark-and-index', 'contract-fees'] },

  'contracts-basics': { category: 'contract', related: ['liquidation', 'funding', 'contract-fees'] },
  'contract-order-refused': { category: 'contract', related: ['contracts-basics', 'stops', 'halts'] },
  'mark-and-index': { category: 'contract', related: ['liquidation', 'price-log'] },
  liquidation: { category: 'contract', related: ['adl-and-insurance', 'mark-and-index', 'contracts-basics'] },
  funding: { category: 'contract', related: ['mark-and-index', 'contract-fees'] },
  'contract-fees': { category: 'contract', related: ['funding', 'spot-fees', 'halts'] },
  stops: { category: 'contract', related: ['liquidation', 'mark-and-index', 'spot-orders'] },
  'adl-and-insurance': { category: 'contract', related: ['liquidation', 'check-our-books'] },

  'options-how': { category: 'option', related: ['option-proof', 'limits-on-yourself', 'option-refused'] },
  'option-refused': { category: 'option', related: ['options-how', 'identity-verification'] },
  'option-proof': { category: 'option', related: ['price-log', 'options-how'] },

  'trust-interest': { category: 'trust', related: ['trust-early-exit', 'service-agreement'] },
  'trust-early-exit': { category: 'trust', related: ['trust-interest'] },

  'launch-subscribe': { category: 'launch', related: ['launch-allocation', 'service-agreement'] },
  'launch-allocation': { category: 'launch', related: ['launch-subscribe', 'check-our-books'] },

  'check-our-books': { category: 'proof', related: ['price-log', 'option-proof', 'launch-allocation'] },
  'price-log': { category: 'proof', related: ['option-proof', 'mark-and-index', 'check-our-books'] },

  referral: { category: 'referral', related: ['spot-fees', 'contract-fees', 'register-and-codes'] },

  'notices-and-alerts': { category: 'app', related: ['app-and-offline', 'mark-and-index'] },
  'app-and-offline': { category: 'app', related: ['lost-answers', 'busy-and-maintenance'] },
  'lost-answers': { category: 'app', related: ['busy-and-maintenance', 'app-and-offline'] },
  'busy-and-maintenance': { category: 'app', related: ['halts', 'lost-answers', 'support'] },
} as const satisfies Readonly<Record<string, Entry>>;

export type HelpSlug = keyof typeof ENTRIES;

export interface HelpArticle {
  readonly slug: HelpSlug;
  readonly category: HelpCategory;
  /** What one reads next, the nearest first. */
  readonly related: readonly HelpSlug[];
}

/** All articles, in the order of the help centre. */
export const HELP_ARTICLES: readonly HelpArticle[] = (Object.keys(ENTRIES) as HelpSlug[]).map(slug => ({
  slug,
  ...ENTRIES[slug],
}));
