import type { Currency } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput, CallRequest, WireSavedAddress, WireWithdrawal } from '@tallystick/protocol';
import { BANK } from '@tallystick/protocol/calls/deposit';
import { USDT } from '@tallystick/protocol/currency-ids';
import { explorerUrl, NETWORKS } from '../../chains/networks.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { nameOfCard } from '../bank/destination.ts';
import { moneyDecimals } from '../bank/rate.ts';
import { amountMinor, type MarketUnitsTable } from '../market/units.ts';
import { wireHold } from '../security/wire.ts';
import type { OpenAddress } from './addresses.ts';
import type { WantedWithdrawal } from './plan.ts';
import type { ShownWithdrawal } from './service.ts';
import type { WithdrawalState } from './store.ts';
import type { AnnouncedTerms, WithdrawalTerms } from './terms.ts';

/** The customer's view of each state; `failed` is hidden. */
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

/** The states behind the customer's view. */
export function statesBehind(shown: WireWithdrawal['state']): WithdrawalState[] {
  return (Object.keys(SHOWN) as (keyof typeof SHOWN)[]).filter(state => SHOWN[state] === shown);
}

export function shownState(state: WithdrawalState): WireWithdrawal['state'] {
  return state === 'failed' ? 'cancelled' : SHOWN[state];
}

/** Throws address_required, and invalid_input for a missing or unfitting destination field. */
export function readWanted(input: CallRequest<'POST wallet/out'>, units: MarketUnitsTable): WantedWithdrawal {
  const atBank = input.currency_id === BANK;
  const currency = units.currency(atBank ? USDT : input.currency_id);
  const misplaced = atBank ? (['address_id'] as const) : (['rate', 'card_id'] as const);
  for (const field of misplaced) {
    if (input[field] !== undefined) throw new CallFailure('invalid_input', { field });
  }
  const { address_id: addressId } = input;
  if (!atBank && addressId === undefined) throw new CallFailure('address_required', { field: 'address_id' });
  return {
    to: addressId === undefined ? { cardId: input.card_id } : { addressId, currencyId: currency.id },
    amountMinor: amountMinor(input.amount, currency, 'amount'),
    seenFee: input.fee,
    seenRate: input.rate,
    remark: input.remark ?? '',
  };
}

export function wireWithdrawal(withdrawal: ShownWithdrawal, currency: Currency): WireWithdrawal {
  const { network, amountMinor: wholeMinor, feeMinor, moneyMinor, moneyCurrency, transactionId } = withdrawal;
  const { destination } = withdrawal;
  const toBank = moneyMinor !== null && moneyCurrency !== null;
  return {
    withdrawal_id: withdrawal.id,
    channel: withdrawal.channel,
    currency: currency.code,
    network,
    address: destination.kind === 'address' ? destination.address : null,
    memo: destination.kind === 'address' ? (destination.memo ?? null) : null,
    address_label: destination.kind === 'address' ? destination.label : null,
    bank_card: destination.kind === 'bank' ? nameOfCard(destination.card) : null,
    amount: formatMinor(wholeMinor, currency.decimals),
    fee: formatMinor(feeMinor, currency.decimals),
    receive: toBank
      ? formatMinor(moneyMinor, moneyDecimals(moneyCurrency))
      : formatMinor(wholeMinor - feeMinor, currency.decimals),
    receive_currency: toBank ? moneyCurrency : currency.code,
    rate: withdrawal.rate,
    remark: withdrawal.remark,
    transaction_id: transactionId,
    explorer_url:
      network === null || transactionId === null ? null : explorerUrl(network, 'transaction', transactionId),
    state: shownState(withdrawal.state),
    reason: withdrawal.reason,
    can_cancel: withdrawal.state === 'processing',
    payouts_wait: withdrawal.payoutsWait,
    created_at_ms: withdrawal.createdAtMs,
    decided_at_ms: withdrawal.decidedAtMs,
  };
}

export function wireAddress(saved: OpenAddress, currency: Currency, nowMs: number): WireSavedAddress {
  return {
    address_id: saved.id,
    currency_id: saved.currencyId,
    currency: currency.code,
    network: saved.network,
    address: saved.address,
    memo: saved.memo,
    label: saved.label,
    explorer_url: explorerUrl(saved.network, 'address', saved.address),
    usable_from_ms: saved.usableFromMs > nowMs ? saved.usableFromMs : null,
    created_at_ms: saved.createdAtMs,
  };
}

export function wireTerms(terms: WithdrawalTerms): CallOutput<'POST wallet/get_info'> {
  const { currency, bank, announced, ready } = terms;
  return {
    currency: currency.code,
    decimals: currency.decimals,
    available: formatMinor(terms.availableMinor, currency.decimals),
    frozen: formatMinor(terms.frozenMinor, currency.decimals),
    networks: terms.networks.map(({ hasMemo, ...one }) => ({
      ...one,
      name: NETWORKS[one.network].name,
      has_memo: hasMemo,
    })),
    bank: bank && {
      enabled: bank.enabled,
      currency: bank.currency,
      rate: bank.rate,
      minimum: bank.minimum,
      fee: bank.fee,
      cards: bank.cards.map(({ id, fields, label, usableFromMs }) => ({
        card_id: id,
        name: nameOfCard({ ...fields }),
        label,
        usable_from_ms: usableFromMs,
      })),
    },
    announced: announced && {
      effective_at_ms: announced.effectiveAtMs,
      ways: announced.ways.map(({ of, fee, minimum }) => ({ name: nameOfWay(of), fee, minimum })),
    },
    daily: {
      applications_per_day: terms.applicationsPerDay,
      applications_left: terms.applicationsLeft,
    },
    sent_within_ms: terms.sentWithinMs,
    ready: {
      verified: ready.verified,
      fund_password: ready.fundPassword,
      destination: ready.destination,
    },
    two_factor: terms.twoFactor,
    hold: wireHold(terms.hold),
  };
}

function nameOfWay(of: AnnouncedTerms['of']): string {
  return typeof of === 'string' ? NETWORKS[of].name : of.bankName;
}
