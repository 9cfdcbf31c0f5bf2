import type { WireCurrency, WireLaunchOffer } from '@tallystick/protocol/wire';
import { formatMinor } from '@tallystick/core/money/decimal';
import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  isPositive,
  multiplyDecimals,
  subtractDecimals,
  toUnits,
} from '#lib/decimal.ts';
import type { Problem } from '#lib/problem.ts';

export interface PurchaseForm {
  readonly currencyId: number;
  readonly amount: string;
  readonly agreed: boolean;
}

/** Preview of a commitment; amounts are decimal strings. */
export interface PurchaseSummary {
  readonly currency: WireCurrency;
  /** The typed amount, as it is sent: `12.` becomes `12`. */
  readonly amount: string;
  /** Worth of the typed amount at the offer's rate, in the quote currency. */
  readonly addedValue: string;
  /** Worth of the typed amount at the market price; null for the quote currency and without a fresh price. */
  readonly marketValue: string | null;
  /** How the offer's rate compares with the market's, and the difference in percent. */
  readonly standing: WireLaunchOffer['accepted'][number]['standing'];
  readonly deviation: string | null;
  /** Including earlier commitments. */
  readonly value: string;
  /** What it buys if there is enough supply; at most the cap in a shared offer. */
  readonly atMost: string;
  /** The least it would get if the offer closed now. First come: the same as `atMost`. */
  readonly atLeast: string;
  /** The most that would be returned if the offer closed now, in the quote currency. */
  readonly backNow: string;
}

type Offer = Pick<
  WireLaunchOffer,
  | 'state'
  | 'mode'
  | 'accepted'
  | 'quote'
  | 'currency'
  | 'issue_price'
  | 'supply'
  | 'cap'
  | 'minimum'
  | 'left'
  | 'committed_value'
  | 'target_value'
  | 'own'
>;

export type PurchaseProblem = Problem<
  | 'not_open'
  | 'amount_empty'
  | 'below_minimum'
  | 'insufficient_balance'
  | 'over_cap'
  | 'not_enough_left'
  | 'agreement'
  | 'rate_off_market'
  | 'rate_unknown',
  'amount' | 'agreement'
>;

export function summarisePurchase(form: PurchaseForm, offer: Offer): PurchaseSummary {
  const accepted =
    offer.accepted.find(({ currency }) => currency.id === form.currencyId) ?? offer.accepted[0];
  if (accepted === undefined) throw new Error('an offer that accepts nothing');
  const amount = form.amount.replace(/\.$/, '');
  const addedValue = multiplyDecimals(amount || '0', accepted.rate, offer.quote.decimals);
  const value = addDecimals(offer.own?.value ?? '0', addedValue);
  const wanted = divideDecimals(value, offer.issue_price, offer.currency.decimals) ?? '0';
  const atMost = offer.mode === 'first_come' ? wanted : lesser(wanted, offer.cap);
  const total = addDecimals(offer.committed_value, addedValue);
  const isOver = offer.mode === 'pro_rata' && compareDecimals(total, offer.target_value) > 0;
  const atLeast = isOver ? shareOf(offer, value, total, atMost) : atMost;
  // Truncated, while the exchange rounds up, so the returned amount is never more than this.
  const costs = multiplyDecimals(atLeast, offer.issue_price, offer.quote.decimals);
  const backNow = subtractDecimals(value, costs);
  const { currency, standing, market_rate: marketRate, deviation_percent: deviation } = accepted;
  const marketValue =
    marketRate === null ? null : multiplyDecimals(amount || '0', marketRate, offer.quote.decimals);
  return {
    currency,
    amount,
    addedValue,
    marketValue,
    standing,
    deviation,
    value,
    atMost,
    atLeast,
    backNow,
  };
}

/** Leaves out what others cannot take above their caps, which can only add to the share. */
function shareOf(offer: Offer, value: string, total: string, atMost: string): string {
  const { decimals } = offer.currency;
  const product = multiplyDecimals(offer.supply, value, decimals + offer.quote.decimals);
  return lesser(divideDecimals(product, total, decimals) ?? '0', atMost);
}

/** All problems of the form, the most important first. */
export function validatePurchase(
  form: PurchaseForm,
  offer: Offer,
  { value, currency, atMost, standing, marketValue }: PurchaseSummary,
  available: string | undefined,
): PurchaseProblem[] {
  const problems: PurchaseProblem[] = [];
  if (offer.state !== 'subscribing') problems.push({ code: 'not_open', field: 'amount' });
  if (standing === 'refused') {
    problems.push({ code: marketValue === null ? 'rate_unknown' : 'rate_off_market', field: 'amount' });
  }
  if (!isPositive(form.amount)) problems.push({ code: 'amount_empty', field: 'amount' });
  else if (available !== undefined && compareDecimals(form.amount, available) > 0) {
    problems.push({
      code: 'insufficient_balance',
      field: 'amount',
      params: { available: `${available} ${currency.code}` },
    });
  } else if (compareDecimals(value, offer.minimum) < 0) {
    const minimum = `${offer.minimum} ${offer.quote.code}`;
    problems.push({ code: 'below_minimum', field: 'amount', params: { minimum } });
  } else if (offer.mode === 'first_come') {
    const { code } = offer.currency;
    // `atMost` includes the customer's earlier commitments, but `left` does not.
    const left = addDecimals(
      offer.left,
      divideDecimals(offer.own?.value ?? '0', offer.issue_price, offer.currency.decimals) ?? '0',
    );
    if (compareDecimals(atMost, offer.cap) > 0) {
      problems.push({ code: 'over_cap', field: 'amount', params: { maximum: `${offer.cap} ${code}` } });
    } else if (compareDecimals(atMost, left) > 0) {
      problems.push({ code: 'not_enough_left', field: 'amount', params: { left: `${offer.left} ${code}` } });
    }
  }
  if (!form.agreed) problems.push({ code: 'agreement', field: 'agreement' });
  return problems;
}

/** The amount as percent of the available amount, 0 to 100, truncated. */
export function percentOf(amount: string, available: string | undefined): number {
  if (available === undefined) return 0;
  const scale = 18;
  const [part, whole] = [toUnits(amount || '0', scale), toUnits(available, scale)];
  if (whole === 0n) return 0;
  return part >= whole ? 100 : parseInt(((part * 100n) / whole).toString(), 10);
}

/** This percentage of the available amount, truncated to the currency's decimals; '' for 0. */
export function partOf(available: string, percent: number, decimals: number): string {
  if (percent === 0) return '';
  return formatMinor((toUnits(available, decimals) * BigInt(percent)) / 100n, decimals);
}

function lesser(a: string, b: string): string {
  return compareDecimals(a, b) <= 0 ? a : b;
}
