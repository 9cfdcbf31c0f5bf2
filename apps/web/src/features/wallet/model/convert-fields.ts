import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { WireCurrency } from '@tallystick/protocol/wire';
import { parseTyped, percentTaken } from '#lib/market-units.ts';
import type { Problem } from '#lib/problem.ts';

export interface ConvertForm {
  /** Undefined until the customer chooses. */
  readonly fromId: number | undefined;
  readonly toId: number | undefined;
  /** As typed; '' when empty. */
  readonly amount: string;
}

/** A currency and its available amount; undefined if unknown. */
export interface ConvertHolding {
  readonly currency: WireCurrency;
  readonly available: string | null;
}

export type ConvertAction =
  | { readonly type: 'from' | 'to'; readonly currencyId: number; readonly summary: ConvertSummary }
  | { readonly type: 'swap'; readonly summary: ConvertSummary }
  | { readonly type: 'amount'; readonly amount: string }
  /** Percentage of the available amount, 0 to 100. */
  | { readonly type: 'percent'; readonly percent: number; readonly summary: ConvertSummary }
  | { readonly type: 'converted' };

export interface ConvertSummary {
  readonly from: WireCurrency | undefined;
  readonly to: WireCurrency | undefined;
  readonly availableMinor: bigint | undefined;
  readonly available: string | undefined;
  readonly amountMinor: bigint | undefined;
  /** As it is sent: `12.` becomes `12`. */
  readonly amount: string | undefined;
  /** The amount as percent of the available amount, 0 to 100, truncated. */
  readonly percent: number;
}

export function startConvert(fromId: number | undefined, toId: number | undefined): ConvertForm {
  return { fromId, toId: toId === fromId ? undefined : toId, amount: '' };
}

export function reduceConvert(form: ConvertForm, action: ConvertAction): ConvertForm {
  switch (action.type) {
    case 'from':
    case 'to': {
      const { summary, currencyId } = action;
      const fromId = summary.from?.id;
      const toId = summary.to?.id;
      // Choosing the currency of the other side swaps both sides.
      if (currencyId === (action.type === 'from' ? toId : fromId)) return turned(summary);
      return action.type === 'from'
        ? { fromId: currencyId, toId, amount: currencyId === fromId ? form.amount : '' }
        : { ...form, fromId, toId: currencyId };
    }
    case 'swap':
      return turned(action.summary);
    case 'amount':
      return { ...form, amount: action.amount };
    case 'percent': {
      const { availableMinor, from } = action.summary;
      if (availableMinor === undefined || !from) return form;
      const minor = (availableMinor * BigInt(action.percent)) / 100n;
      return { ...form, amount: minor === 0n ? '' : formatMinor(minor, from.decimals) };
    }
    case 'converted':
      return { ...form, amount: '' };
  }
}

function turned({ from, to }: ConvertSummary): ConvertForm {
  return { fromId: to?.id, toId: from?.id, amount: '' };
}

/** The default currencies. */
const USUAL = { from: 'USDT', to: 'BTC' } as const;

export function summariseConvert(
  form: ConvertForm,
  holdings: readonly ConvertHolding[] | undefined,
): ConvertSummary {
  const byId = (id: number | undefined) => holdings?.find(({ currency }) => currency.id === id);
  const byCode = (code: string) => holdings?.find(({ currency }) => currency.code === code);
  const other = (holding: ConvertHolding | undefined) =>
    holding?.currency.code === USUAL.from ? byCode(USUAL.to) : byCode(USUAL.from);
  const chosenTo = byId(form.toId);
  const from = byId(form.fromId) ?? (chosenTo ? other(chosenTo) : byCode(USUAL.from));
  const to = chosenTo ?? other(from);
  const decimals = from?.currency.decimals ?? 0;
  const available = from?.available ?? undefined;
  const availableMinor =
    available === undefined ? undefined : (parseDecimal(available, decimals) ?? undefined);
  const amountMinor = from ? (parseTyped(form.amount, decimals) ?? undefined) : undefined;
  return {
    from: from?.currency,
    to: to?.currency,
    availableMinor,
    available,
    amountMinor,
    amount: amountMinor === undefined ? undefined : formatMinor(amountMinor, decimals),
    percent:
      amountMinor === undefined || availableMinor === undefined
        ? 0
        : percentTaken(amountMinor, availableMinor),
  };
}

export type ConvertProblemCode =
  | 'nothing_available'
  | 'amount_required'
  | 'amount_zero'
  | 'too_many_decimals'
  | 'insufficient_balance';
export type ConvertProblem = Problem<ConvertProblemCode, 'amount' | 'currency'>;

/** Why no quote can be requested; undefined if one can. */
export function validateConvert(form: ConvertForm, summary: ConvertSummary): ConvertProblem | undefined {
  const { from, availableMinor, amountMinor, available } = summary;
  if (!from) return undefined;
  const params = { currency: from.code };
  if (availableMinor === 0n) return { code: 'nothing_available', field: 'currency', params };
  if (form.amount === '') return { code: 'amount_required', field: 'amount' };
  if (amountMinor === undefined) {
    return { code: 'too_many_decimals', field: 'amount', params: { decimals: from.decimals } };
  }
  if (amountMinor === 0n) return { code: 'amount_zero', field: 'amount' };
  if (availableMinor !== undefined && amountMinor > availableMinor) {
    return {
      code: 'insufficient_balance',
      field: 'amount',
      params: { ...params, available: available ?? '' },
    };
  }
  return undefined;
}
