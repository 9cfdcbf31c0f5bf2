import type { MessageText } from '../message-text.ts';

/** Messages about deposits, withdrawals, and where they go. */
export const MONEY_KINDS = [
  'depositPassed',
  'depositRejected',
  'depositReversed',
  'withdrawalAsked',
  'withdrawalApproved',
  'withdrawalSent',
  'withdrawalRejected',
  'withdrawalCancelled',
  'withdrawalFailed',
  'addressAdded',
  'bankCardSaved',
] as const;

export type MoneyTexts = Readonly<Record<(typeof MONEY_KINDS)[number], MessageText>>;
