import type { account } from './en/account.ts';
import type { chart } from './en/chart.ts';
import type { bank } from './en/bank.ts';
import type { coming } from './en/coming.ts';
import type { common } from './en/common.ts';
import type { deposit } from './en/deposit.ts';
import type { errors } from './en/errors.ts';
import type { home } from './en/home.ts';
import type { identity } from './en/identity.ts';
import type { installed } from './en/installed.ts';
import type { launch } from './en/launch.ts';
import type { limits } from './en/limits.ts';
import type { market } from './en/market.ts';
import type { notice } from './en/notice.ts';
import type { perpetual } from './en/perpetual.ts';
import type { option } from './en/option.ts';
import type { proof } from './en/proof.ts';
import type { security } from './en/security.ts';
import type { settings } from './en/settings.ts';
import type { spot } from './en/spot.ts';
import type { trust } from './en/trust.ts';
import type { upload } from './en/upload.ts';
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
  coming: typeof coming;
  notice: typeof notice;
  chart: typeof chart;
  market: typeof market;
  spot: typeof spot;
  perpetual: typeof perpetual;
  wallet: typeof wallet;
  deposit: typeof deposit;
  withdrawal: typeof withdrawal;
  bank: typeof bank;
  identity: typeof identity;
  trust: typeof trust;
  upload: typeof upload;
  home: typeof home;
  option: typeof option;
  limits: typeof limits;
  launch: typeof launch;
  proof: typeof proof;
  installed: typeof installed;
}

export type Namespace = keyof Namespaces;

export const NAMESPACES: readonly Namespace[] = [
  'common',
  'errors',
  'account',
  'security',
  'settings',
  'coming',
  'notice',
  'chart',
  'market',
  'spot',
  'perpetual',
  'wallet',
  'deposit',
  'withdrawal',
  'bank',
  'identity',
  'trust',
  'upload',
  'home',
  'option',
  'limits',
  'launch',
  'proof',
  'installed',
];

/** Loaded before the first paint; the others come with the pages that name them. */
export const EAGER_NAMESPACES: readonly Namespace[] = ['common', 'errors'];
