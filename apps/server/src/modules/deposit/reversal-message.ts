import type { ReversalReason } from '@tallystick/protocol/calls/deposit';
import type { MessageKind } from '../outbox/texts/text.ts';

/** One kind per reason: notices are written in every language at once, so each reason needs its own text. */
const REVERSAL = {
  wrong_customer: 'reversalWrongCustomer',
  wrong_amount: 'reversalWrongAmount',
  not_received: 'reversalNotReceived',
  credited_twice: 'reversalCreditedTwice',
} as const satisfies Readonly<Record<ReversalReason, MessageKind>>;

export function reversalMessage(reason: ReversalReason): MessageKind {
  return REVERSAL[reason];
}
