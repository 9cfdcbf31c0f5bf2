import type { GoodwillReason } from '@tallystick/protocol/calls/correction';
import type { MessageKind } from '../outbox/texts/text.ts';

/** A kind for each reason: notices are written in every language at once, so the reason's words are part of the text. */
const GOODWILL = {
  exchange_fault: 'goodwillFault',
  late_payout: 'goodwillLate',
  wrong_information: 'goodwillInformation',
  courtesy: 'goodwillCourtesy',
} as const satisfies Readonly<Record<GoodwillReason, MessageKind>>;

export function goodwillMessage(reason: GoodwillReason): MessageKind {
  return GOODWILL[reason];
}
