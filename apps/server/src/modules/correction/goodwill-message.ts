import type { GoodwillReason } from '@tallystick/protocol/calls/correction';
import type { MessageKind } from '../outbox/texts/text.ts';

/** One kind per reason: notices are written in every language at once, so each reason needs its own text. */
const GOODWILL = {
  exchange_fault: 'goodwillFault',
  late_payout: 'goodwillLate',
  wrong_information: 'goodwillInformation',
  courtesy: 'goodwillCourtesy',
} as const satisfies Readonly<Record<GoodwillReason, MessageKind>>;

export function goodwillMessage(reason: GoodwillReason): MessageKind {
  return GOODWILL[reason];
}
