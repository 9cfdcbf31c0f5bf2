import type { Language } from './languages.ts';

/** The currencies of states that totals can be shown in, and the digits their amounts have. Display only: nobody holds them here. */
export const FIAT_DECIMALS = { USD: 2, CNY: 2, HKD: 2, JPY: 0, KRW: 0, EUR: 2, THB: 2, VND: 0 } as const;

export type FiatCode = keyof typeof FIAT_DECIMALS;

export const FIAT_CODES = Object.keys(FIAT_DECIMALS) as readonly FiatCode[];

export function isFiat(code: unknown): code is FiatCode {
  return typeof code === 'string' && Object.hasOwn(FIAT_DECIMALS, code);
}

/** Whom a language suggests first; the others follow in the usual order. */
const SUGGESTED: Readonly<Record<Language, readonly FiatCode[]>> = {
  zh: ['CNY', 'USD', 'HKD'],
  en: ['USD', 'EUR', 'HKD'],
  hk: ['HKD', 'USD', 'CNY'],
  jp: ['JPY', 'USD'],
  kr: ['KRW', 'USD'],
  esp: ['EUR', 'USD'],
  th: ['THB', 'USD'],
  yn: ['VND', 'USD'],
};

/** All currencies, in the order in which a language offers them. */
export function fiatOrder(language: Language): readonly FiatCode[] {
  return [...new Set([...SUGGESTED[language], ...FIAT_CODES])];
}
