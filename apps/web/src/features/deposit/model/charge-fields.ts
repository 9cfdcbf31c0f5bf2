import type { CallInput } from '@tallystick/protocol';
import { divideDecimals } from '#lib/decimal.ts';
import { BANK_ID, moneyDecimals, type FundingCoin } from '#lib/funding.ts';
import { parseTyped } from '#lib/market-units.ts';
import type { Problem } from '#lib/problem.ts';
import type { BankDetails, DepositNetwork } from '../api/deposit.ts';

export interface ChargeForm {
  /** As typed; '' when empty. */
  readonly amount: string;
  readonly transactionId: string;
  readonly pictureId: number | undefined;
}

export const emptyCharge: ChargeForm = {
  amount: '',
  transactionId: '',
  pictureId: undefined,
};

export type ChargeAction =
  | { readonly type: 'amount'; readonly amount: string }
  | { readonly type: 'transactionId'; readonly transactionId: string }
  | { readonly type: 'picture'; readonly pictureId: number | undefined };

export function reduceCharge(form: ChargeForm, action: ChargeAction): ChargeForm {
  switch (action.type) {
    case 'amount':
      return { ...form, amount: action.amount };
    case 'transactionId':
      return { ...form, transactionId: action.transactionId };
    case 'picture':
      return { ...form, pictureId: action.pictureId };
  }
}

/** The channel of the deposit: a network or the bank. */
export type ChargeWay =
  | { readonly kind: 'chain'; readonly coin: FundingCoin['currency']; readonly network: DepositNetwork }
  /** `coin`: what is credited. */
  | { readonly kind: 'bank'; readonly coin: FundingCoin['currency']; readonly bank: BankDetails };

export interface ChargeSummary {
  /** Currency of the typed amount. */
  readonly unit: string;
  readonly decimals: number;
  readonly minimum: string;
  /** The typed amount in minor units of `unit`; undefined when empty or unreadable. */
  readonly amountMinor: bigint | undefined;
  /** The credited amount, truncated; undefined while no valid amount is typed: less than the minimum is not credited. */
  readonly credited: string | undefined;
  readonly creditedUnit: string;
}

/** `12.` while typing counts as 12. */
function plain(amount: string): string {
  return amount.replace(/\.$/, '');
}

function isBelow(amountMinor: bigint, minimum: string, decimals: number): boolean {
  return amountMinor < (parseTyped(minimum, decimals) ?? 0n);
}

export function summariseCharge(form: ChargeForm, way: ChargeWay): ChargeSummary {
  const { coin } = way;
  const unit = way.kind === 'bank' ? way.bank.currency : coin.code;
  const decimals = way.kind === 'bank' ? moneyDecimals(unit) : coin.decimals;
  const amountMinor = parseTyped(form.amount, decimals) ?? undefined;
  const minimum = way.kind === 'bank' ? way.bank.minimum : way.network.minimum;
  const isEnough = amountMinor !== undefined && amountMinor > 0n && !isBelow(amountMinor, minimum, decimals);
  const typed = isEnough ? plain(form.amount) : undefined;
  return {
    unit,
    decimals,
    minimum,
    amountMinor,
    credited:
      typed !== undefined && way.kind === 'bank'
        ? divideDecimals(typed, way.bank.rate, coin.decimals)
        : typed,
    creditedUnit: coin.code,
  };
}

export type ChargeProblemCode = 'amount_required' | 'amount_invalid' | 'below_minimum' | 'picture_required';
export type ChargeProblem = Problem<ChargeProblemCode, 'amount' | 'picture'>;

/** Why the voucher cannot be sent; the button shows the first reason. */
export function validateCharge(form: ChargeForm, summary: ChargeSummary): readonly ChargeProblem[] {
  const problems: ChargeProblem[] = [];
  const { amountMinor, decimals, minimum, unit } = summary;
  if (form.amount === '' || amountMinor === 0n) {
    problems.push({ code: 'amount_required', field: 'amount' });
  } else if (amountMinor === undefined) {
    problems.push({ code: 'amount_invalid', field: 'amount' });
  } else if (isBelow(amountMinor, minimum, decimals)) {
    problems.push({ code: 'below_minimum', field: 'amount', params: { minimum, currency: unit } });
  }
  if (form.pictureId === undefined) problems.push({ code: 'picture_required', field: 'picture' });
  return problems;
}

/** The call's input for a form without problems. */
export function chargeInput(form: ChargeForm, way: ChargeWay): CallInput<'POST wallet/charge_req'> {
  const common = {
    amount: plain(form.amount),
    ...(form.pictureId === undefined ? {} : { picture_id: form.pictureId }),
  };
  if (way.kind === 'bank') return { ...common, currency_id: BANK_ID, rate: way.bank.rate };
  const transactionId = form.transactionId.trim();
  return {
    ...common,
    currency_id: way.coin.id,
    network: way.network.network,
    ...(transactionId === '' ? {} : { transaction_id: transactionId }),
  };
}
