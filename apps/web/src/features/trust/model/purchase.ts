import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { CallInput, WireTrustProduct } from '@tallystick/protocol';
import { parseTyped, percentTaken } from '#lib/market-units.ts';
import type { Problem } from '#lib/problem.ts';

export interface PurchaseForm {
  /** As typed; '' when empty. */
  readonly amount: string;
  readonly autoRenew: boolean;
  readonly agreed: boolean;
}

export const emptyPurchase: PurchaseForm = { amount: '', autoRenew: false, agreed: false };

export type PurchaseAction =
  | { readonly type: 'amount'; readonly amount: string }
  /** Percentage of the most that can be bought, 0 to 100. */
  | { readonly type: 'percent'; readonly percent: number; readonly summary: PurchaseSummary }
  | { readonly type: 'renew'; readonly autoRenew: boolean }
  | { readonly type: 'agree'; readonly agreed: boolean };

export function reducePurchase(form: PurchaseForm, action: PurchaseAction): PurchaseForm {
  switch (action.type) {
    case 'amount':
      return { ...form, amount: action.amount };
    case 'percent': {
      const { mostMinor, decimals } = action.summary;
      const minor = (mostMinor * BigInt(action.percent)) / 100n;
      return { ...form, amount: minor === 0n ? '' : formatMinor(minor, decimals) };
    }
    case 'renew':
      return { ...form, autoRenew: action.autoRenew };
    case 'agree':
      return { ...form, agreed: action.agreed };
  }
}

export interface PurchaseSummary {
  readonly decimals: number;
  readonly availableMinor: bigint;
  readonly minimumMinor: bigint;
  /** The most the terms allow now: per order, by remaining capacity, and by the customer's own limit. */
  readonly maximumMinor: bigint;
  /** `maximumMinor`, limited by the available balance. */
  readonly mostMinor: bigint;
  readonly amountMinor: bigint | undefined;
  /** As it is sent: `12.` becomes `12`. */
  readonly amount: string | undefined;
  /** The amount as percent of the most, 0 to 100, truncated. */
  readonly percent: number;
}

export function summarisePurchase(
  form: PurchaseForm,
  product: WireTrustProduct,
  available: string | undefined,
): PurchaseSummary {
  const { decimals } = product.currency;
  const minor = (text: string | null | undefined): bigint => parseDecimal(text ?? '0', decimals) ?? 0n;
  const availableMinor = minor(available);
  const maximumMinor = least(minor(product.maximum), minor(product.own_left ?? product.left));
  const mostMinor = least(maximumMinor, availableMinor);
  const amountMinor = parseTyped(form.amount, decimals) ?? undefined;
  return {
    decimals,
    availableMinor,
    minimumMinor: minor(product.minimum),
    maximumMinor,
    mostMinor,
    amountMinor,
    amount: amountMinor === undefined ? undefined : formatMinor(amountMinor, decimals),
    percent: percentTaken(amountMinor, mostMinor),
  };
}

export type PurchaseProblem = Problem<
  'amount_required' | 'below_minimum' | 'above_maximum' | 'not_available' | 'agreement_required',
  'amount' | 'agreement'
>;

/** The form's problems, the most important first. */
export function validatePurchase(
  form: PurchaseForm,
  summary: PurchaseSummary,
  currency: string,
): PurchaseProblem[] {
  const { amountMinor, minimumMinor, maximumMinor, availableMinor, decimals } = summary;
  const problems: PurchaseProblem[] = [];
  const wrongAmount = (code: PurchaseProblem['code'], params?: PurchaseProblem['params']): void => {
    problems.push({ code, field: 'amount', ...(params === undefined ? {} : { params }) });
  };
  if (amountMinor === undefined || amountMinor === 0n) wrongAmount('amount_required');
  else if (amountMinor < minimumMinor) {
    wrongAmount('below_minimum', { minimum: formatMinor(minimumMinor, decimals), currency });
  } else if (amountMinor > maximumMinor) {
    wrongAmount('above_maximum', { maximum: formatMinor(maximumMinor, decimals), currency });
  } else if (amountMinor > availableMinor) wrongAmount('not_available');
  if (!form.agreed) problems.push({ code: 'agreement_required', field: 'agreement' });
  return problems;
}

export function purchaseInput(
  form: PurchaseForm,
  product: WireTrustProduct,
  amount: string,
): CallInput<'POST lh/deposit'> {
  return {
    product_id: product.product_id,
    amount,
    terms_version: product.terms_version,
    auto_renew: form.autoRenew,
    agreement: form.agreed,
  };
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
