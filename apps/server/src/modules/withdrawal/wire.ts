import { formatMinor } from '@tallystick/core/money/decimal';
import type { WireWithdrawal } from '@tallystick/protocol';
import { explorerUrl } from '../../chains/networks.ts';
import type { Vault } from '../../vault/vault.ts';
import { moneyDecimals } from '../bank/rate.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { nameOfCard, openParticulars } from '../bank/destination.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import type { Withdrawal, WithdrawalState } from './store.ts';

/** What customers see of a state; `failed` is not shown at all. */
const SHOWN: Readonly<Record<Exclude<WithdrawalState, 'failed'>, WireWithdrawal['state']>> = {
  requested: 'processing',
  processing: 'processing',
  approved: 'approved',
  sending: 'sending',
  settling: 'sending',
  passed: 'passed',
  rejecting: 'rejected',
  rejected: 'rejected',
  cancelling: 'cancelled',
  cancelled: 'cancelled',
};

/** The states behind what customers see. */
export function statesBehind(shown: WireWithdrawal['state']): WithdrawalState[] {
  return (Object.keys(SHOWN) as (keyof typeof SHOWN)[]).filter(state => SHOWN[state] === shown);
}

export function shownState(state: WithdrawalState): WireWithdrawal['state'] {
  return state === 'failed' ? 'cancelled' : SHOWN[state];
}

/** States in which money has yet to leave. */
const STAYING: ReadonlySet<WireWithdrawal['state']> = new Set(['processing', 'approved']);

interface WiringOptions {
  readonly units: MarketUnitsTable;
  readonly vault: Vault;
  readonly hold: Pick<PayoutHold, 'holders'>;
}

export function wireWithdrawal(
  withdrawal: Withdrawal,
  { units, vault, hold }: WiringOptions,
): WireWithdrawal {
  const { id, network, amountMinor, feeMinor, moneyMinor, moneyCurrency, transactionId } = withdrawal;
  const currency = units.currency(withdrawal.currencyId);
  const { destination, remark } = openParticulars(vault, id, withdrawal.sealed);
  const state = shownState(withdrawal.state);
  const toBank = moneyMinor !== null && moneyCurrency !== null;
  return {
    withdrawal_id: id,
    channel: withdrawal.channel,
    currency: currency.code,
    network,
    address: destination.kind === 'address' ? destination.address : null,
    address_label: destination.kind === 'address' ? destination.label : null,
    bank_card: destination.kind === 'bank' ? nameOfCard(destination.card) : null,
    amount: formatMinor(amountMinor, currency.decimals),
    fee: formatMinor(feeMinor, currency.decimals),
    receive: toBank
      ? formatMinor(moneyMinor, moneyDecimals(moneyCurrency))
      : formatMinor(amountMinor - feeMinor, currency.decimals),
    receive_currency: toBank ? moneyCurrency : currency.code,
    rate: withdrawal.rate,
    remark,
    transaction_id: transactionId,
    explorer_url:
      network === null || transactionId === null ? null : explorerUrl(network, 'transaction', transactionId),
    state,
    reason: withdrawal.reason,
    can_cancel: withdrawal.state === 'processing',
    payouts_wait: STAYING.has(state) && hold.holders.length > 0,
    created_at_ms: withdrawal.createdAtMs,
    decided_at_ms: withdrawal.decidedAtMs,
  };
}
