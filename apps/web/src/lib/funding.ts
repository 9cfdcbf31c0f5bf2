import type { CallOutput } from '@tallystick/protocol';

export type Funding = CallOutput<'GET wallet/funding'>;
/** A currency with the networks it can come in and go out by. */
export type FundingCoin = Funding['items'][number];

/** The bank's currency id: a way of funding that is credited in USDT. */
export const BANK_ID = 9999;

const USDT_ID = 3;

/** The coins that can be paid in or taken out, USDT first, the most used way of funding. */
export function coinsFor(funding: Funding, direction: 'deposit' | 'withdrawal'): readonly FundingCoin[] {
  const open = funding.items.filter(one => one[direction].length > 0);
  return [...open.filter(isUsdt), ...open.filter(one => !isUsdt(one))];
}

/** The coin a query names by its id, else the first; undefined: there is none. */
export function coinIn(coins: readonly FundingCoin[], asked: string | null): FundingCoin | undefined {
  return coins.find(one => String(one.currency.id) === asked) ?? coins[0];
}

/** What the bank's transfers are credited in. */
export function bankCoin(funding: Funding): FundingCoin | undefined {
  return funding.items.find(isUsdt);
}

function isUsdt({ currency }: FundingCoin): boolean {
  return currency.id === USDT_ID;
}

/** Decimals of a bank's currency (ISO 4217), e.g. 2 of USD and 0 of VND. */
export function moneyDecimals(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}
