import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { WireSavedAddress } from '@tallystick/protocol';
import { multiplyDecimals } from '#lib/decimal.ts';
import { BANK_ID, moneyDecimals } from '#lib/funding.ts';
import { parseTyped, percentTaken } from '#lib/market-units.ts';
import type { Problem } from '#lib/problem.ts';
import type { Network, Wish, WithdrawInfo } from '../api/withdrawal.ts';

export type SavedCard = NonNullable<WithdrawInfo['bank']>['cards'][number];

export interface WithdrawForm {
  /** Undefined until the customer chooses; until then the newest address's network is used. */
  readonly network: Network | undefined;
  readonly addressId: number | undefined;
  /** Undefined: the default card. */
  readonly cardId: number | undefined;
  /** As typed; '' when empty. */
  readonly amount: string;
  readonly remark: string;
}

export const emptyWithdraw: WithdrawForm = {
  network: undefined,
  addressId: undefined,
  cardId: undefined,
  amount: '',
  remark: '',
};

export type WithdrawAction =
  | { readonly type: 'network'; readonly network: Network }
  | { readonly type: 'address'; readonly addressId: number }
  | { readonly type: 'card'; readonly cardId: number }
  | { readonly type: 'amount'; readonly amount: string }
  /** Percentage of the available amount, 0 to 100. */
  | { readonly type: 'percent'; readonly percent: number; readonly summary: WithdrawSummary }
  | { readonly type: 'remark'; readonly remark: string };

export function reduceWithdraw(form: WithdrawForm, action: WithdrawAction): WithdrawForm {
  switch (action.type) {
    case 'network':
      return { ...form, network: action.network, addressId: undefined };
    case 'address':
      return { ...form, addressId: action.addressId };
    case 'card':
      return { ...form, cardId: action.cardId };
    case 'amount':
      return { ...form, amount: action.amount };
    case 'percent': {
      const { availableMinor, decimals } = action.summary;
      const minor = (availableMinor * BigInt(action.percent)) / 100n;
      return { ...form, amount: minor === 0n ? '' : formatMinor(minor, decimals) };
    }
    case 'remark':
      return { ...form, remark: action.remark };
  }
}

export interface WithdrawSummary {
  readonly decimals: number;
  readonly availableMinor: bigint;
  /** The network in use; undefined for the bank and for currencies without one. */
  readonly network: WithdrawInfo['networks'][number] | undefined;
  /** Saved addresses on that network. */
  readonly addresses: readonly WireSavedAddress[];
  readonly address: WireSavedAddress | undefined;
  /** At the bank: the chosen card, else the default. */
  readonly card: SavedCard | undefined;
  /** Whether withdrawals on this network or to the bank are open now. */
  readonly enabled: boolean;
  /** As a decimal string of the currency. */
  readonly fee: string;
  readonly minimum: string;
  readonly amountMinor: bigint | undefined;
  /** As it is sent: `12.` becomes `12`. */
  readonly amount: string | undefined;
  /** The amount that arrives, truncated; undefined unless the amount exceeds the fee. */
  readonly receive: string | undefined;
  readonly receiveCurrency: string;
  /** The amount as percent of the available amount, 0 to 100, truncated. */
  readonly percent: number;
}

/** Everything derived from the form. `addresses`: those of the currency, newest first. */
export function summariseWithdraw(
  form: WithdrawForm,
  info: WithdrawInfo,
  addresses: readonly WireSavedAddress[],
): WithdrawSummary {
  const { decimals, bank } = info;
  const asked = form.network ?? addresses[0]?.network;
  const network =
    info.networks.find(one => one.network === asked) ??
    info.networks.find(one => one.enabled) ??
    info.networks[0];
  const own = addresses.filter(one => one.network === network?.network);
  const address = own.find(one => one.address_id === form.addressId) ?? own[0];
  const card = bank?.cards.find(one => one.card_id === form.cardId) ?? bank?.cards[0];
  const terms = bank ?? network;
  const fee = terms?.fee ?? '0';
  const availableMinor = parseDecimal(info.available, decimals) ?? 0n;
  const amountMinor = parseTyped(form.amount, decimals) ?? undefined;
  const left = amountMinor === undefined ? 0n : amountMinor - (parseDecimal(fee, decimals) ?? 0n);
  const receiveCoin = left > 0n ? formatMinor(left, decimals) : undefined;
  return {
    decimals,
    availableMinor,
    network,
    addresses: own,
    address,
    card,
    enabled: terms?.enabled ?? false,
    fee,
    minimum: terms?.minimum ?? '0',
    amountMinor,
    amount: amountMinor === undefined ? undefined : formatMinor(amountMinor, decimals),
    receive:
      bank && receiveCoin !== undefined
        ? multiplyDecimals(receiveCoin, bank.rate, moneyDecimals(bank.currency))
        : receiveCoin,
    receiveCurrency: bank?.currency ?? info.currency,
    percent: percentTaken(amountMinor, availableMinor),
  };
}

export type WithdrawProblemCode =
  | 'not_verified'
  | 'fund_password_missing'
  | 'on_hold'
  | 'none_left_today'
  | 'address_missing'
  | 'card_missing'
  | 'closed'
  | 'cooling'
  | 'amount_required'
  | 'amount_invalid'
  | 'below_minimum'
  | 'insufficient_balance';
/** `elsewhere`: must be solved on another page first; `wait`: the customer can only wait. */
export type WithdrawProblem = Problem<WithdrawProblemCode, 'elsewhere' | 'wait' | 'amount'> & {
  /** For `wait`: until when, if known. */
  readonly untilMs?: number;
};

/** Problems of a withdrawal, most fundamental first; the button shows the first. */
export function validateWithdraw(
  form: WithdrawForm,
  info: WithdrawInfo,
  summary: WithdrawSummary,
  nowMs: number,
): readonly WithdrawProblem[] {
  return [...prerequisites(info, summary, nowMs), ...amountProblems(form, info, summary)];
}

function prerequisites(info: WithdrawInfo, summary: WithdrawSummary, nowMs: number): WithdrawProblem[] {
  const problems: WithdrawProblem[] = [];
  const { ready, hold, daily, bank } = info;
  if (!ready.verified) problems.push({ code: 'not_verified', field: 'elsewhere' });
  if (!ready.fund_password) problems.push({ code: 'fund_password_missing', field: 'elsewhere' });
  if (hold && hold.until_ms > nowMs) {
    problems.push({ code: 'on_hold', field: 'wait', untilMs: hold.until_ms });
  }
  if (!summary.enabled) problems.push({ code: 'closed', field: 'wait' });
  if (bank ? !summary.card : !summary.address) {
    problems.push({ code: bank ? 'card_missing' : 'address_missing', field: 'elsewhere' });
  }
  const usableFromMs = (bank ? summary.card : summary.address)?.usable_from_ms;
  if (typeof usableFromMs === 'number' && usableFromMs > nowMs) {
    problems.push({ code: 'cooling', field: 'wait', untilMs: usableFromMs });
  }
  if (daily.applications_left <= 0) {
    problems.push({
      code: 'none_left_today',
      field: 'wait',
      params: { count: daily.applications_per_day },
    });
  }
  return problems;
}

function amountProblems(
  form: WithdrawForm,
  info: WithdrawInfo,
  { amountMinor, availableMinor, minimum, receive, decimals }: WithdrawSummary,
): WithdrawProblem[] {
  const problem = (code: WithdrawProblemCode, params: WithdrawProblem['params'] = {}): WithdrawProblem[] => [
    { code, field: 'amount', params },
  ];
  if (form.amount === '' || amountMinor === 0n) return problem('amount_required');
  if (amountMinor === undefined) return problem('amount_invalid');
  if (amountMinor > availableMinor) {
    return problem('insufficient_balance', { available: info.available, currency: info.currency });
  }
  const isTooLittle = amountMinor < (parseDecimal(minimum, decimals) ?? 0n) || receive === undefined;
  return isTooLittle ? problem('below_minimum', { minimum, currency: info.currency }) : [];
}

/** The call's input for a form without problems, without the customer's proof of identity. */
export function withdrawInput(
  form: WithdrawForm,
  currencyId: number,
  info: WithdrawInfo,
  summary: WithdrawSummary,
): Wish {
  const remark = form.remark.trim();
  return {
    currency_id: currencyId,
    amount: summary.amount ?? '',
    fee: summary.fee,
    ...(remark === '' ? {} : { remark }),
    ...(currencyId === BANK_ID
      ? {
          ...(info.bank ? { rate: info.bank.rate } : {}),
          ...(summary.card ? { card_id: summary.card.card_id } : {}),
        }
      : { ...(summary.address ? { address_id: summary.address.address_id } : {}) }),
  };
}
