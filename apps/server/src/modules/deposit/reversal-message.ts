import type { ReversalReason } from '@tallystick/protocol/calls/deposit';
import type { MessageKind } from '../outbox/texts/text.ts';

/** One kind per reason: notices are written in every language at once, so each reason needs its own text. */
export const REVERSAL_MESSAGES = {
  wrong_customer: 'reversalWrongCustomer',
  wrong_amount: 'reversalWrongAmount',
  not_received: 'reversalNotReceived',
  credited_twice: 'reversalCreditedTwice',
} as const satisfies Readonly<Record<ReversalReason, MessageKind>>;
