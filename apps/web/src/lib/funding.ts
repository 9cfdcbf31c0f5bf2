/** Ways to deposit and withdraw: currencies with a chain, and the bank, whose accounts are in USDT. */
export interface Funding {
  readonly id: number;
  /** The server's currency code; the bank has none of its own. */
  readonly code: string;
  /** Digits after the point that the ledger keeps. */
  readonly decimals: number;
}

export const BANK_ID = 9999;

const USDT: Funding = { id: 3, code: 'USDT', decimals: 6 };

/** Currencies with a chain, the most used first. */
export const COINS: readonly Funding[] = [
  USDT,
  { id: 1, code: 'BTC', decimals: 8 },
  { id: 2, code: 'ETH', decimals: 8 },
];

/** The currency with this id, otherwise the first one. For the bank: USDT, which is credited. */
export function fundingOf(id: number): Funding {
  return COINS.find(coin => coin.id === id) ?? USDT;
}

/** The currency id of a query; ids without deposits count as the first. */
export function fundingIdOf(text: string | null): number {
  const id = [...COINS.map(coin => coin.id), BANK_ID].find(known => String(known) === text);
  return id ?? USDT.id;
}

/** Decimals of a bank's currency (ISO 4217), e.g. 2 of USD and 0 of VND. */
export function moneyDecimals(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}
