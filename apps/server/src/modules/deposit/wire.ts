import { formatMinor } from '@tallystick/core/money/decimal';
import type { Currency } from '@tallystick/core';
import type { WireArrival, WireDeposit, WireDepositReversal } from '@tallystick/protocol';
import { placeOf } from '../../chains/deposit-addresses.ts';
import { explorerUrl } from '../../chains/networks.ts';
import { moneyDecimals } from '../bank/rate.ts';
import type { Reversal } from './reversal-store.ts';
import type { Arrival } from './arrivals.ts';
import type { ShownDeposit } from './service.ts';
import type { DepositState } from './store.ts';

/** The customer's view of each state; `covered` is hidden. */
const SHOWN: Readonly<Record<Exclude<DepositState, 'covered'>, WireDeposit['state']>> = {
  processing: 'processing',
  approving: 'processing',
  passed: 'passed',
  rejected: 'rejected',
  reversing: 'reversed',
  reversed: 'reversed',
};

/** The states behind the customer's view. */
export function statesBehind(shown: WireDeposit['state']): DepositState[] {
  return (Object.keys(SHOWN) as (keyof typeof SHOWN)[]).filter(state => SHOWN[state] === shown);
}

export function shownState(state: DepositState): WireDeposit['state'] {
  // A covered transfer adds nothing to the deposit that covers it.
  return state === 'covered' ? 'passed' : SHOWN[state];
}

export function wireDeposit(deposit: ShownDeposit, currency: Currency, nowMs: number): WireDeposit {
  const { network, transactionId, paidMinor, paidCurrency, reversal } = deposit;
  return {
    deposit_id: deposit.id,
    channel: deposit.channel,
    currency: currency.code,
    network,
    amount: formatMinor(deposit.amountMinor, currency.decimals),
    paid_amount:
      paidMinor === null || paidCurrency === null
        ? null
        : formatMinor(paidMinor, moneyDecimals(paidCurrency)),
    paid_currency: paidCurrency,
    rate: deposit.rate,
    address: deposit.address,
    memo: deposit.memo,
    transaction_id: transactionId,
    explorer_url:
      network === null || transactionId === null ? null : explorerUrl(network, 'transaction', transactionId),
    picture_id: deposit.pictureId,
    state: shownState(deposit.state),
    reason: deposit.reason,
    created_at_ms: deposit.createdAtMs,
    decided_at_ms: deposit.decidedAtMs,
    reversal: reversal === undefined ? null : wireReversal(reversal, currency.decimals, nowMs),
  };
}

function wireReversal(reversal: Reversal, decimals: number, nowMs: number): WireDepositReversal {
  return {
    state: reversal.state,
    amount: formatMinor(reversal.amountMinor, decimals),
    reason: reversal.reason,
    text: reversal.text,
    announced_at_ms: reversal.announcedAtMs,
    due_at_ms: reversal.dueAtMs,
    may_object: reversal.state === 'announced' && reversal.dueAtMs > nowMs,
    objection: reversal.objection,
  };
}

export function wireArrival(arrival: Arrival, currency: Currency): WireArrival {
  const { network, confirmationsNeeded: needed } = arrival;
  return {
    currency: currency.code,
    network,
    amount: formatMinor(arrival.amountMinor, currency.decimals),
    address: placeOf(arrival.address).address,
    transaction_id: arrival.transactionHash,
    explorer_url: explorerUrl(network, 'transaction', arrival.transactionHash),
    state: arrival.state === 'ignored' ? 'below_minimum' : 'confirming',
    confirmations: Math.min(arrival.confirmations, needed),
    confirmations_needed: needed,
    seen_at_ms: arrival.seenAtMs,
  };
}
