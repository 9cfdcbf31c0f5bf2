import { parseDecimal } from '@tallystick/core/money/decimal';
import { z } from 'zod';
import { isTimeZone, parseOpeningHours } from './opening-hours.ts';
import { network } from '../networks.ts';
import { lineOrNothing, lines } from '../text.ts';

/** A decimal in units as stored: no sign, no exponent, at most 20 digits before and 18 after the point. */
const amount = z.string().regex(/^\d{1,20}(\.\d{1,18})?$/);
const whole = (least: number, most: number) => z.number().int().min(least).max(most);

const onceEach = (items: readonly { currency_id: number; network: string }[]): boolean =>
  new Set(items.map(item => `${item.currency_id}:${item.network}`)).size === items.length;

const depositLimits = z.strictObject({
  items: z
    .array(
      z.strictObject({
        currency_id: whole(1, 65_535),
        network,
        enabled: z.boolean(),
        /** In units of the currency; less is not credited. */
        minimum: amount,
        /** Blocks on top until a transfer counts. */
        confirmations: whole(1, 1_000),
        /** From this amount within a day, deposits with a voucher need two approvals. */
        two_person_limit: amount,
      }),
    )
    .max(200)
    .refine(onceEach),
});

const withdrawalLimits = z.strictObject({
  items: z
    .array(
      z.strictObject({
        currency_id: whole(1, 65_535),
        network,
        enabled: z.boolean(),
        minimum: amount,
        /** Taken from the amount, in the same currency. */
        fee: amount,
        /** From this amount on, withdrawals need two approvals. */
        two_person_limit: amount,
      }),
    )
    .max(200)
    .refine(onceEach),
  /** Applications per customer and UTC day. */
  per_day: whole(0, 100),
  /** How long a new address waits before money goes there. */
  address_cooling_hours: whole(0, 720),
  /** How long withdrawals wait after a change of password, fund password or second factor. */
  security_hold_hours: whole(0, 720),
});

const tokens = z.strictObject({
  /** Currencies on chains that are not theirs, such as launched ones. They are moved by vouchers and by people. */
  items: z
    .array(
      z.strictObject({
        currency_id: whole(1, 65_535),
        network,
        /** Shown to customers, and refused as an address of theirs; empty where none is published. */
        contract: lineOrNothing(128),
        /** Digits after the point on the chain, at least as many as the ledger's. */
        chain_decimals: whole(0, 36),
      }),
    )
    .max(200)
    .refine(onceEach),
});

const bank = z.strictObject({
  enabled: z.boolean(),
  /** Whose account it is. */
  holder: lines(200),
  bank_name: lines(200),
  account_number: lines(64),
  swift: lines(32),
  /** What the customer writes on the transfer, and anything else worth knowing. */
  note: lines(1_000),
  /** The money customers transfer, e.g. `USD`. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Units of that money per USDT. */
  rate: amount.refine(text => /[1-9]/.test(text)),
  /** In that money. */
  minimum: amount,
  /** In USDT announced by a customer within a day: from here on two approvals are needed. */
  deposit_two_person_limit: amount,
  /** Of a withdrawal to a bank card, in USDT. */
  withdrawal_minimum: amount,
  withdrawal_fee: amount,
  withdrawal_two_person_limit: amount,
});

const products = z
  .strictObject({
    spot: z.boolean(),
    perpetual: z.boolean(),
    option: z.boolean(),
    trust: z.boolean(),
    launch: z.boolean(),
    deposit: z.boolean(),
    withdrawal: z.boolean(),
    /** Who switches second options on has read where they may not be offered. */
    option_notice_acknowledged: z.boolean(),
  })
  .refine(set => !set.option || set.option_notice_acknowledged, { path: ['option_notice_acknowledged'] });

const maintenance = z.strictObject({
  on: z.boolean(),
  /** Shown to operators; customers read the standing text in their language. */
  reason: lines(500),
});

/** Upper bounds of the settings: goodwill in a currency per day, and per customer in 30 days. */
export const GOODWILL_MAXIMA: Readonly<
  Record<number, { readonly daily: string; readonly per_customer: string }>
> = {
  1: { daily: '0.5', per_customer: '0.05' },
  2: { daily: '20', per_customer: '2' },
  3: { daily: '50000', per_customer: '5000' },
};

const upTo = (text: string, most: string | undefined): boolean =>
  (parseDecimal(text, 18) ?? 0n) <= (parseDecimal(most ?? '0', 18) ?? 0n);

const corrections = z.strictObject({
  /** What goodwill may pay, in units of each currency; one that is left out pays none. */
  items: z
    .array(
      z
        .strictObject({ currency_id: whole(1, 65_535), daily: amount, per_customer: amount })
        .refine(item => upTo(item.daily, GOODWILL_MAXIMA[item.currency_id]?.daily), { path: ['daily'] })
        .refine(item => upTo(item.per_customer, GOODWILL_MAXIMA[item.currency_id]?.per_customer), {
          path: ['per_customer'],
        }),
    )
    .max(50)
    .refine(items => new Set(items.map(item => item.currency_id)).size === items.length),
  /** How long customers have to object before a deposit is taken back. */
  objection_hours: whole(24, 720),
});

const terms = z.strictObject({
  /** How long before they apply worse terms are announced. */
  notice_hours: whole(12, 720),
});

/** An address that may be shown to customers: https, of a named host, without a login in it. */
function isPublicHttps(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url?.protocol === 'https:' && url.hostname.includes('.') && url.username === '' && url.password === ''
  );
}

/** An address that replaces the chat here; empty: none does. */
const externalAddress = lineOrNothing(300).refine(text => text === '' || isPublicHttps(text));

const support = z.strictObject({
  external_chat_url: externalAddress,
  /** When somebody answers, e.g. `Mo-Fr 09:00-18:00; Sa 10:00-14:00`; empty: always. See `parseOpeningHours`. */
  chat_hours: lineOrNothing(300).refine(text => parseOpeningHours(text) !== null),
  /** Of the hours: a name of the IANA list. */
  chat_time_zone: lineOrNothing(64).refine(isTimeZone),
});

const alerts = z.strictObject({
  /** An index that is older is stale. */
  stale_index_seconds: whole(10, 3_600),
  /** More than so many wait for the desk. */
  queue_length: whole(1, 10_000),
  queue_age_minutes: whole(5, 10_080),
  /** The treasury covers less of the interest of everything that may still be bought. */
  treasury_cover_percent: whole(1, 100),
  /** The insurance fund covers less of the value of all open contracts. */
  insurance_cover_percent: whole(1, 100),
  /** From the approval on until a payout is known to have arrived. */
  withdrawal_minutes: whole(10, 10_080),
});

const custody = z.strictObject({
  items: z
    .array(
      z
        .strictObject({
          currency_id: whole(1, 65_535),
          network,
          /** In units of the currency; less is left at the deposit address. */
          sweep_minimum: amount,
          /** What the hot address should have for payouts. */
          hot_target: amount,
          /** From here on sweeps go to the cold address, and the rest of the hot one down to its target may follow. */
          hot_maximum: amount,
          /** Of a currency fees are paid in: the most one transaction may cost. Of others: 0. */
          fee_ceiling: amount,
        })
        .refine(item => upTo(item.hot_target, item.hot_maximum), { path: ['hot_target'] }),
    )
    .max(50)
    .refine(onceEach),
  /** A batch that is in no block for so long may be replaced at a higher fee. */
  stuck_minutes: whole(1, 10_080),
});

/** Codes of countries (ISO 3166 alpha-2), parted by commas and blanks; or nothing. */
const countries = lineOrNothing(1_000).refine(
  text => text === '' || /^[A-Z]{2}([\s,]+[A-Z]{2})*$/.test(text),
);

/** Amounts in USDT; 0 switches a rule off. */
const compliance = z.strictObject({
  /** Nobody with a document of these is verified. */
  refused_countries: countries,
  /** Years; 0: nobody is asked for a date of birth. */
  minimum_age: whole(0, 100),
  /** From here on a movement has to be reported; several just below it are noticed. */
  reporting_amount: amount,
  /** Just below: at least so much of it. */
  structuring_percent: whole(1, 99),
  structuring_count: whole(2, 100),
  structuring_hours: whole(1, 720),
  /** Deposits and withdrawals within 24 hours. */
  velocity_amount: amount,
  velocity_count: whole(0, 1_000),
  /** So much of what came in leaves within so many hours. */
  rapid_percent: whole(1, 100),
  rapid_hours: whole(1, 720),
  rapid_minimum: amount,
  /** Nothing for so long, then at least so much. */
  dormant_days: whole(1, 3_650),
  dormant_minimum: amount,
  /** Deposits of 30 days from which on a customer is asked where they come from. */
  funds_from: amount,
  /** How long documents and contacts of closed accounts are kept. */
  retention_years: whole(1, 30),
});

/** What operators set while the exchange runs, each a value of its own with its own history. */
export const platformSettings = {
  deposit_limits: depositLimits,
  withdrawal_limits: withdrawalLimits,
  tokens,
  bank,
  products,
  maintenance,
  corrections,
  terms,
  support,
  alerts,
  custody,
  compliance,
} as const;
export type PlatformSettingName = keyof typeof platformSettings;
export type PlatformSettingValue<Name extends PlatformSettingName> = z.output<
  (typeof platformSettings)[Name]
>;
export const settingName = z.object(platformSettings).keyof();

/** The product lines an operator can switch off. */
export const PRODUCT_LINES = [
  'spot',
  'perpetual',
  'option',
  'trust',
  'launch',
  'deposit',
  'withdrawal',
] as const satisfies readonly (keyof PlatformSettingValue<'products'>)[];
export type ProductLine = (typeof PRODUCT_LINES)[number];
