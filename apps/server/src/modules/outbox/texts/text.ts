import type { Language } from '@tallystick/protocol';
import { figuresIn, momentIn } from '@tallystick/protocol/figures';
import { fillText } from '@tallystick/protocol/fill-text';
import { ALERT_MESSAGE_KINDS } from './alert/text.ts';
import { CORRECTION_KINDS } from './correction/text.ts';
import { HELP_KINDS } from './help/text.ts';
import { LAUNCH_KINDS } from './launch/text.ts';
import type { MessageText } from './message-text.ts';
import { MONEY_KINDS } from './money/text.ts';
import { OPTION_KINDS } from './option/text.ts';
import { PERPETUAL_KINDS } from './perpetual/text.ts';
import { REFERRAL_KINDS } from './referral/text.ts';
import { SECURITY_KINDS } from './security/text.ts';
import { NOTIFICATION_KINDS } from './notification/text.ts';
import { TRUST_KINDS } from './trust/text.ts';

/** Codes arrive in the same form whether or not an account exists. */
const GENERAL_KINDS = [
  /** A newcomer proves that the target is theirs. */
  'registerCode',
  /** The same for someone who already has an account: the owner learns that somebody tried. */
  'registerExists',
  'forgetCode',
  /** Somebody asked for a new password for a target without an account. */
  'forgetUnknown',
  'passwordChanged',
  /** What the desk decided about an application for identity verification. */
  'basicVerified',
  'basicRejected',
  'advancedVerified',
  'advancedRejected',
  /** The customer is asked where their money comes from. */
  'fundsAsked',
] as const;

/** Every message the server sends. */
export const MESSAGE_KINDS = [
  ...GENERAL_KINDS,
  ...SECURITY_KINDS,
  ...MONEY_KINDS,
  ...PERPETUAL_KINDS,
  ...OPTION_KINDS,
  ...TRUST_KINDS,
  ...LAUNCH_KINDS,
  ...CORRECTION_KINDS,
  ...HELP_KINDS,
  ...REFERRAL_KINDS,
  ...ALERT_MESSAGE_KINDS,
  ...NOTIFICATION_KINDS,
];
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export type MessageTexts = Readonly<Record<(typeof GENERAL_KINDS)[number], MessageText>>;

/** Placeholders of amounts, prices, percents and counts. */
const FIGURES: ReadonlySet<string> = new Set([
  'allocated',
  'amount',
  'amounts',
  'count',
  'days',
  'figure',
  'hours',
  'interest',
  'left',
  'level',
  'limit',
  'liquidation',
  'lots',
  'mark',
  'minutes',
  'percent',
  'positions',
  'price',
  'principal',
  'profit',
  'quantity',
  'rate',
  'refunded',
  'released',
  'returned',
  'seconds',
  'spent',
]);
/** Placeholders of times in UTC: `2026-11-23` or `2026-11-23 14:05`. */
const MOMENTS: ReadonlySet<string> = new Set(['day', 'due', 'ready', 'until']);

const MOMENT = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?$/;

/**
 * Fills in a text's values. Figures and times come as decimal strings and ISO times, and are written as the language
 * writes them. Other values stay unchanged: people's own texts, codes, names, numbers of orders and positions.
 */
export function fill(text: string, values: Readonly<Record<string, string>>, language: Language): string {
  return fillText(text, name => {
    const value = values[name];
    if (value === undefined) return undefined;
    if (FIGURES.has(name)) return figuresIn(language, value);
    return MOMENTS.has(name) ? momentText(language, value) : value;
  });
}

function momentText(language: Language, value: string): string {
  const [, day, minute] = MOMENT.exec(value) ?? [];
  if (day === undefined) return value;
  const atMs = Date.parse(`${day}T${minute ?? '00:00'}Z`);
  return momentIn(language, atMs, minute === undefined ? 'day' : 'minute');
}
