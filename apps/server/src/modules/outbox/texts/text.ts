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
import { TELL_KINDS } from './tell/text.ts';
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
  ...TELL_KINDS,
];
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export type MessageTexts = Readonly<Record<(typeof GENERAL_KINDS)[number], MessageText>>;

export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
