import type { ReversalReason } from '@tallystick/protocol/calls/deposit';
import type { MessageKind } from '../outbox/texts/text.ts';

/** A kind for each reason: notices are written in every language at once, so the reason's words are part of the text. */
const REVERSAL = {
  wrong_customer: 'reversalWrongCustomer',
  wrong_amount: 'reversalWrongAmount',
  not_received: 'reversalNotReceived',
  credited_twice: 'reversalCreditedTwice',
} as const satisfies Readonly<Record<ReversalReason, MessageKind>>;

export function reversalMessage(reason: ReversalReason): MessageKind {
  return REVERSAL[reason];
}
