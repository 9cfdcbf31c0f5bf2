import { z } from 'zod';
import { booksCloseChange, companyAccountChange, profitWithdrawalChange } from './books-changes.ts';
import { CLOCK_GO_ON_REASONS } from './calls/clock.ts';
import { goodwillReason } from '../calls/correction.ts';
import { reversalReason } from '../calls/deposit.ts';
import { role } from './calls/operator.ts';
import { LANGUAGES } from '../languages.ts';
import { settingName } from './settings.ts';
import { haltDetails } from './stop.ts';
import { line, lines } from '../text.ts';

const id = z.number().int().min(1).max(999_999_999_999_999);
const shortId = z.number().int().min(1).max(2_147_483_647);
const lotCount = z.number().int().min(1).max(1_000_000_000_000);
const amount = z.string().regex(/^\d{1,20}(\.\d{1,18})?$/);
const percent = z.string().regex(/^\d{1,3}(\.\d{1,4})?$/);

/** Terms of a market that may change while it trades: never tick and lot size or a price. */
export const marketChange = z.strictObject({
  market_id: shortId,
  /** In the quote currency. */
  min_notional: z.string().regex(/^\d{1,20}(\.\d{1,18})?$/),
  maker_fee_percent: percent,
  taker_fee_percent: percent,
  /** 0: no band. */
  price_band_percent: percent,
});

/** Terms of second options sold from now on: no field touches an option already sold, or names a price or result. */
export const optionChange = z.strictObject({
  market_id: shortId,
  /** False: nothing new is sold on this market. */
  enabled: z.boolean(),
  /** How far a tick may be from entry or delivery to count. */
  stale_ms: z.number().int().min(1).max(86_400_000),
  times: z
    .array(z.strictObject({ seconds: z.number().int().min(1).max(86_400), payout_percent: percent }))
    .min(1)
    .max(20),
  currencies: z
    .array(
      z.strictObject({
        currency_id: shortId,
        min_stake: amount,
        max_stake: amount,
        /** The most the house may owe, beyond stakes, to the open options of one direction. */
        exposure_limit: amount,
      }),
    )
    .min(1)
    .max(20),
});

/** Terms of a contract that may change while it trades: fees, limits, tiers, funding. Never tick, lot or price. */
export const perpetualChange = z.strictObject({
  market_id: shortId,
  maker_fee_percent: percent,
  taker_fee_percent: percent,
  /** 0: no band. */
  price_band_percent: percent,
  liquidation_fee_percent: percent,
  /** Signed, per funding interval. */
  interest_percent: z.string().regex(/^-?\d{1,3}(\.\d{1,4})?$/),
  funding_cap_percent: percent,
  /** A divisor of a day. */
  funding_interval_hours: z.number().int().min(1).max(24),
  max_order_lots: lotCount,
  max_open_interest_lots: lotCount,
  /** In the quote currency. */
  max_customer_value: amount,
  multiples: z.array(z.number().int().min(1).max(1_000)).min(1).max(20),
  tiers: z
    .array(
      z.strictObject({
        up_to_value: amount,
        max_multiple: z.number().int().min(1).max(1_000),
        maintenance_percent: percent,
      }),
    )
    .min(1)
    .max(20),
});

/** Of markets, or of the contracts on them: resuming after a stop, or a longer full halt. Both need two people. */
export const statusChange = z.strictObject({
  /** Null: every one that is held back more. */
  market_id: shortId.nullable(),
  /** `halted` makes a full halt longer, or begins one soon after another. */
  status: z.enum(['open', 'halted']),
  ...haltDetails,
});

/** `value` has the shape of the setting named: see settings.ts. */
export const settingChange = z.strictObject({ name: settingName, value: z.unknown() });

export const noticeText = z.strictObject({
  title: line(120),
  summary: line(240),
  /** Plain text. */
  paragraphs: z.array(lines(4_000).refine(text => text !== '')).max(40),
});

/** English is needed: it stands in for languages that are left out. */
export const noticeTexts = z.strictObject({
  en: noticeText,
  zh: noticeText.optional(),
  hk: noticeText.optional(),
  jp: noticeText.optional(),
  kr: noticeText.optional(),
  esp: noticeText.optional(),
  th: noticeText.optional(),
  yn: noticeText.optional(),
});

/** What a notice says of a newly listed currency; it leads to the market. */
export const noticeListing = z.strictObject({
  market_id: shortId,
  /** When the currency itself was first issued, as a UTC day; null: not known. */
  issued_on: z.iso.date().max(10).nullable(),
  /** When trading begins here. */
  listed_at_ms: z.number().int().min(0).max(8_640_000_000_000_000),
});

export const noticeChange = z.strictObject({
  /** Null: a new one. */
  notice_id: id.nullable(),
  remove: z.boolean().default(false),
  /** In the future: published then. Null: when it is confirmed. */
  published_at_ms: z.number().int().min(0).max(8_640_000_000_000_000).nullable(),
  texts: noticeTexts,
  listing: noticeListing.nullable().default(null),
});

export const helpText = z.strictObject({
  title: line(120),
  summary: line(400),
  /** Markdown without HTML: see the articles. */
  body: lines(20_000).refine(text => text !== ''),
});

/** One article by language. */
export const helpTexts = z.strictObject({
  zh: helpText.optional(),
  en: helpText.optional(),
  hk: helpText.optional(),
  jp: helpText.optional(),
  kr: helpText.optional(),
  esp: helpText.optional(),
  th: helpText.optional(),
  yn: helpText.optional(),
});

/** New texts of an article; languages that are absent stay unchanged. */
export const articleChange = z.strictObject({
  slug: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
  texts: helpTexts,
  /** Languages that are reset to the shipped text. */
  as_shipped: z.array(z.enum(LANGUAGES)).max(LANGUAGES.length).default([]),
});

export const operatorChange = z.strictObject({
  /** Null: a new one, who is sent a link to choose password and second factor by. */
  operator_id: shortId.nullable(),
  name: z.string().regex(/^[a-z][a-z0-9._-]{2,31}$/),
  role,
  /** Address for links; required for a new one. Null: unchanged. */
  email: z.string().max(254).nullable().default(null),
  active: z.boolean(),
  /** Takes the second factor away, so that it can be set up again. */
  reset_totp: z.boolean().default(false),
  /** Removes the password and sends a link to choose another. */
  reset_password: z.boolean().default(false),
});

const moment = z.number().int().min(0).max(8_640_000_000_000_000);

/** A new offer, or all terms of one that has not started. Ids and code are reserved until the launch. */
export const launchOfferChange = z.strictObject({
  offer_id: id,
  currency_id: shortId,
  code: z.string().regex(/^[A-Z0-9]{1,12}$/),
  name: line(40),
  decimals: z.number().int().min(0).max(8),
  market_id: shortId,
  quote_currency_id: shortId,
  tick_size: amount,
  lot_size: amount,
  /** In the quote currency. */
  min_notional: amount,
  maker_fee_percent: percent,
  taker_fee_percent: percent,
  price_band_percent: percent,
  /** Quote units per unit. */
  issue_price: amount,
  supply: amount,
  mode: z.enum(['pro_rata', 'first_come']),
  /** What a customer's commitments must be worth, in the quote currency. */
  minimum: amount,
  /** The most one customer gets, in the new currency. */
  cap: amount,
  /** Rates in quote units per unit; the quote's own is 1. */
  accepted: z
    .array(z.strictObject({ currency_id: shortId, rate: amount }))
    .min(1)
    .max(8),
  start_ms: moment,
  close_ms: moment,
  launch_ms: moment,
  /** Percent of what was allocated, 100 together. */
  releases: z
    .array(z.strictObject({ after_ms: moment, percent }))
    .min(1)
    .max(120),
  /** English is needed: it stands in for languages that are left out. */
  about: z.strictObject({
    en: lines(600).refine(text => text !== ''),
    zh: lines(600).optional(),
    hk: lines(600).optional(),
    jp: lines(600).optional(),
    kr: lines(600).optional(),
    esp: lines(600).optional(),
    th: lines(600).optional(),
    yn: lines(600).optional(),
  }),
});

/** Until the launch: everything committed goes back. */
export const launchCancelChange = z.strictObject({ offer_id: id });

/**
 * A new product, new terms of one nobody has bought, or switching one on or off. Amounts in its currency; the penalty
 * is per remaining day.
 */
export const trustProductChange = z.strictObject({
  product_id: id,
  enabled: z.boolean(),
  currency_id: z.number().int().min(1).max(65_535),
  cycle_days: z.number().int().min(1).max(3_660),
  daily_yield_percent: percent,
  penalty_percent: percent,
  minimum: amount,
  maximum: amount,
  capacity: amount,
  customer_limit: amount,
  /** It cannot be bought before; 0: at once. */
  opens_at_ms: moment,
});

/** Adds to the funds for the house's promises, and from where: never from an escrow or a customer. */
export const HOUSE_FUND_NAMES = ['treasury', 'insurance', 'option_pool'] as const;
export type HouseFundName = (typeof HOUSE_FUND_NAMES)[number];
export const HOUSE_SOURCE_NAMES = [
  'faucet',
  'bank',
  'custody_bitcoin',
  'custody_ethereum',
  'custody_tron',
  'custody_bnb',
  'custody_solana',
  'custody_xrp',
  'custody_dogecoin',
  'custody_cardano',
  'fees',
  ...HOUSE_FUND_NAMES,
] as const;
export type HouseSourceName = (typeof HOUSE_SOURCE_NAMES)[number];
export const houseFund = z.enum(HOUSE_FUND_NAMES);
export const houseSource = z.enum(HOUSE_SOURCE_NAMES);

export const houseFundsChange = z.strictObject({
  from: houseSource,
  to: houseFund,
  currency_id: z.number().int().min(1).max(65_535),
  amount,
});

/** Confirms the machine's clock; `GET desk/clock` shows what contradicts it. */
export const clockChange = z.strictObject({
  reason: z.enum(CLOCK_GO_ON_REASONS),
  since_ms: moment,
  difference_ms: z.number().int().min(-8_640_000_000_000_000).max(8_640_000_000_000_000),
});

/** From the treasury to a customer's spot account; the customer reads the text. */
export const goodwillChange = z.strictObject({
  customer_id: shortId,
  currency_id: z.number().int().min(1).max(65_535),
  amount,
  reason: goodwillReason,
  text: line(300),
});

/** Of a deposit that was credited by mistake; the customer reads the text, and may object before it is due. */
export const depositReversalChange = z.strictObject({
  deposit_id: id,
  /** At most what was credited. */
  amount,
  reason: reversalReason,
  text: line(300),
});

/** `uphold`: the deposit is taken back despite the customer's objection. Otherwise the reversal is dropped. */
export const reversalReviewChange = z.strictObject({ reversal_id: id, uphold: z.boolean(), text: line(300) });

/** Promoters’ parts of a trading fee: together at most half of it. */
export const referralTermsChange = z.strictObject({ first_percent: percent, second_percent: percent });

/** A promoter stopped by the desk earns again from then on. */
export const referralResumeChange = z.strictObject({ customer_id: shortId });

/** What the house buys small balances for; amounts in USDT. */
export const dustTermsChange = z.strictObject({
  /** Taken off the index. */
  spread_percent: percent,
  /** A balance worth more is not small. */
  most: amount,
  /** What is paid in one UTC day: to one customer, and to all. 0: the house buys none. */
  customer_daily: amount,
  daily: amount,
  /** An older index price is not used. */
  stale_ms: z.number().int().min(0).max(3_600_000),
});

/** What a bank's document says of an account on a day. */
export const bankStatementChange = z.strictObject({
  /** How the account is named in public, e.g. bank and last digits. */
  account: line(120),
  /** `house`: it stands behind nothing that customers are owed. */
  owner: z.enum(['customers', 'house']),
  currency_id: z.number().int().min(1).max(65_535),
  /** ISO 4217. */
  money: z.string().regex(/^[A-Z]{3}$/),
  money_amount: amount,
  /** That money per unit of the currency. */
  rate: amount.refine(text => /[1-9]/.test(text)),
  as_of_ms: moment,
  /** Of the document, which was uploaded before. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const proposedChanges = {
  market: marketChange,
  market_status: statusChange,
  perpetual: perpetualChange,
  perpetual_status: statusChange,
  setting: settingChange,
  notice: noticeChange,
  operator: operatorChange,
  option: optionChange,
  launch_offer: launchOfferChange,
  launch_cancel: launchCancelChange,
  trust_product: trustProductChange,
  house_funds: houseFundsChange,
  clock: clockChange,
  goodwill: goodwillChange,
  deposit_reversal: depositReversalChange,
  reversal_review: reversalReviewChange,
  referral_terms: referralTermsChange,
  referral_resume: referralResumeChange,
  article: articleChange,
  dust_terms: dustTermsChange,
  company_account: companyAccountChange,
  profit_withdrawal: profitWithdrawalChange,
  books_close: booksCloseChange,
  bank_statement: bankStatementChange,
} as const;
export type ProposedChange<Kind extends keyof typeof proposedChanges> = z.input<
  (typeof proposedChanges)[Kind]
>;
