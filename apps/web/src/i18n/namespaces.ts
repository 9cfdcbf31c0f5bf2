import type { account } from './en/account.ts';
import type { chat } from './en/chat.ts';
import type { chart } from './en/chart.ts';
import type { bank } from './en/bank.ts';
import type { convert } from './en/convert.ts';
import type { conditional } from './en/conditional.ts';
import type { common } from './en/common.ts';
import type { deposit } from './en/deposit.ts';
import type { display } from './en/display.ts';
import type { errors } from './en/errors.ts';
import type { help } from './en/help.ts';
import type { home } from './en/home.ts';
import type { identity } from './en/identity.ts';
import type { installed } from './en/installed.ts';
import type { launch } from './en/launch.ts';
import type { liability } from './en/liability.ts';
import type { limit } from './en/limit.ts';
import type { market } from './en/market.ts';
import type { notice } from './en/notice.ts';
import type { perpetual } from './en/perpetual.ts';
import type { option } from './en/option.ts';
import type { portfolio } from './en/portfolio.ts';
import type { prices } from './en/prices.ts';
import type { records } from './en/records.ts';
import type { law } from './en/law.ts';
import type { reserves } from './en/reserves.ts';
import type { status } from './en/status.ts';
import type { recovery } from './en/recovery.ts';
import type { referral } from './en/referral.ts';
import type { search } from './en/search.ts';
import type { security } from './en/security.ts';
import type { settings } from './en/settings.ts';
import type { spot } from './en/spot.ts';
import type { statement } from './en/statement.ts';
import type { notification } from './en/notification.ts';
import type { trust } from './en/trust.ts';
import type { pictures } from './en/pictures.ts';
import type { wallet } from './en/wallet.ts';
import type { withdrawal } from './en/withdrawal.ts';

/**
 * Every namespace: a file of the same name in each language's folder, exporting the texts under that name.
 * To add one, write the eight files, add a line here and one to NAMESPACES.
 */
export interface Namespaces {
  common: typeof common;
  errors: typeof errors;
  account: typeof account;
  security: typeof security;
  settings: typeof settings;
  display: typeof display;
  search: typeof search;
  notice: typeof notice;
  chat: typeof chat;
  chart: typeof chart;
  market: typeof market;
  spot: typeof spot;
  perpetual: typeof perpetual;
  conditional: typeof conditional;
  wallet: typeof wallet;
  portfolio: typeof portfolio;
  convert: typeof convert;
  deposit: typeof deposit;
  withdrawal: typeof withdrawal;
  bank: typeof bank;
  identity: typeof identity;
  statement: typeof statement;
  notification: typeof notification;
  trust: typeof trust;
  pictures: typeof pictures;
  home: typeof home;
  option: typeof option;
  liability: typeof liability;
  limit: typeof limit;
  launch: typeof launch;
  prices: typeof prices;
  records: typeof records;
  recovery: typeof recovery;
  status: typeof status;
  reserves: typeof reserves;
  law: typeof law;
  help: typeof help;
  referral: typeof referral;
  installed: typeof installed;
}

export type Namespace = keyof Namespaces;

export const NAMESPACES: readonly Namespace[] = [
  'common',
  'errors',
  'account',
  'security',
  'settings',
  'display',
  'search',
  'notice',
  'chat',
  'chart',
  'market',
  'spot',
  'perpetual',
  'conditional',
  'wallet',
  'portfolio',
  'convert',
  'deposit',
  'withdrawal',
  'bank',
  'identity',
  'statement',
  'notification',
  'trust',
  'pictures',
  'home',
  'option',
  'liability',
  'limit',
  'launch',
  'prices',
  'records',
  'recovery',
  'status',
  'reserves',
  'law',
  'help',
  'referral',
  'installed',
];

/** Loaded before the first paint; the others are loaded with the pages that use them. */
export const EAGER_NAMESPACES: readonly Namespace[] = ['common', 'errors'];
