import type { MessageText } from '../message-text.ts';

/** What is told about money that comes in and goes out. */
export const MONEY_KINDS = [
  'depositPassed',
  'depositRejected',
  'depositReversed',
  'withdrawalAsked',
  'withdrawalApproved',
  'withdrawalSent',
  'withdrawalRejected',
  'withdrawalCancelled',
  'addressAdded',
  'bankCardSaved',
] as const;

export type MoneyTexts = Readonly<Record<(typeof MONEY_KINDS)[number], MessageText>>;
