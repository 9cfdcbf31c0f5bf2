import { XRP } from '@tallystick/protocol/currency-ids';
import { NATIVE_TRANSFER, type FoundTransfer } from '../watcher/chain-source.ts';
import type { XrpTransaction } from './xrp-schemas.ts';

export interface XrpPayment {
  readonly from: string;
  readonly to: string;
  readonly tag: number | null;
  /** What has arrived, in drops. */
  readonly delivered: bigint;
}

/** What a transaction has paid in XRP to one address; null: nothing, or not by a payment. */
export function paymentOf(transaction: XrpTransaction): XrpPayment | null {
  const { type, result, account: from, destination: to, tag, delivered } = transaction;
  const isPaid = type === 'Payment' && result === 'tesSUCCESS' && to !== null;
  return isPaid && delivered !== null && delivered > 0n ? { from, to, tag, delivered } : null;
}

/** A payment to somebody's part of a shared address; null without a tag: nobody can be told by it. */
export function transferOf(transaction: XrpTransaction): FoundTransfer | null {
  const payment = paymentOf(transaction);
  if (payment === null || payment.tag === null) return null;
  return {
    transactionHash: transaction.id,
    logIndex: NATIVE_TRANSFER,
    senderKey: payment.from,
    recipientKey: `${payment.to}:${payment.tag}`,
    currencyId: XRP,
    amount: payment.delivered,
  };
}
