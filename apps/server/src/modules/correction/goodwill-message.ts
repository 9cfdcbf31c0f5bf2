import type { GoodwillReason } from '@tallystick/protocol/calls/correction';
import type { MessageKind } from '../outbox/texts/text.ts';

/** One kind per reason: notices are written in every language at once, so each reason needs its own text. */
export const GOODWILL_MESSAGES = {
  exchange_fault: 'goodwillFault',
  late_payout: 'goodwillLate',
  wrong_information: 'goodwillInformation',
  courtesy: 'goodwillCourtesy',
} as const satisfies Readonly<Record<GoodwillReason, MessageKind>>;
