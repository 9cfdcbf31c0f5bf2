import { z } from 'zod';
import { role } from '../calls/desk/operator.ts';
import { settingName } from './settings.ts';
import { line, lines } from './text.ts';

const id = z.number().int().min(1).max(999_999_999_999_999);
const percent = z.string().regex(/^\d{1,3}(\.\d{1,4})?$/);

/** Terms of a market that may change while it trades. Its grid never does, and its prices cannot. */
export const marketChange = z.strictObject({
  market_id: id,
  /** In the quote currency. */
  min_notional: z.string().regex(/^\d{1,20}(\.\d{1,18})?$/),
  maker_fee_percent: percent,
  taker_fee_percent: percent,
  /** 0: no band. */
  price_band_percent: percent,
});

export const marketStatusChange = z.strictObject({
  /** Null: every market that is held back more. */
  market_id: id.nullable(),
  status: z.enum(['open', 'cancelOnly']),
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

export const noticeChange = z.strictObject({
  /** Null: a new one. */
  notice_id: id.nullable(),
  remove: z.boolean().default(false),
  /** In the future: published then. Null: when it is confirmed. */
  published_at_ms: z.number().int().min(0).max(8_640_000_000_000_000).nullable(),
  texts: noticeTexts,
});

export const operatorChange = z.strictObject({
  /** Null: a new one, whose first password is shown to who confirms, once. */
  operator_id: id.nullable(),
  name: z.string().regex(/^[a-z][a-z0-9._-]{2,31}$/),
  role,
  active: z.boolean(),
  /** Takes the second factor away, so that it can be set up again. */
  reset_totp: z.boolean().default(false),
});

export const proposedChanges = {
  market: marketChange,
  market_status: marketStatusChange,
  setting: settingChange,
  notice: noticeChange,
  operator: operatorChange,
} as const;
export type ProposedChange<Kind extends keyof typeof proposedChanges> = z.input<
  (typeof proposedChanges)[Kind]
>;
