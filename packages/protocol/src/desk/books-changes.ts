import { z } from 'zod';
import { line } from '../text.ts';

const shortId = z.number().int().min(1).max(2_147_483_647);
const amount = z.string().regex(/^\d{1,20}(\.\d{1,18})?$/);

/** Where the house's profit may go: a name that the public reads, and the account it stands for. */
export const COMPANY_CHANNELS = [
  'bank',
  'custody_bitcoin',
  'custody_ethereum',
  'custody_tron',
  'custody_bnb',
  'custody_solana',
  'custody_xrp',
  'custody_dogecoin',
  'custody_cardano',
] as const;
/** Accounts of the house from which profit leaves. */
export const PROFIT_SOURCE_NAMES = ['fees', 'treasury', 'option_pool'] as const;

/** A month in UTC, e.g. `2026-11`. */
export const booksMonth = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/);

/** Opened for good: another destination is another account, with another name. */
export const companyAccountChange = z.strictObject({
  name: line(100).refine(text => text.length >= 3),
  channel: z.enum(COMPANY_CHANNELS),
  /** An address, or the account's number at its bank. */
  destination: line(200),
});

/** Announced in public once confirmed; it leaves a day later, if the exchange still allows it. */
export const profitWithdrawalChange = z.strictObject({
  account_id: shortId,
  from: z.enum(PROFIT_SOURCE_NAMES),
  currency_id: z.number().int().min(1).max(65_535),
  amount,
});

/** Freezes the figures of the oldest open month. */
export const booksCloseChange = z.strictObject({ month: booksMonth });
