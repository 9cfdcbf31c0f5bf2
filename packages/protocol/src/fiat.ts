/** The currencies of states that totals can be shown in, and the digits their amounts have. Display only: nobody holds them here. */
export const FIAT_DECIMALS = { USD: 2, CNY: 2, HKD: 2, JPY: 0, KRW: 0, EUR: 2, THB: 2, VND: 0 } as const;

export type FiatCode = keyof typeof FIAT_DECIMALS;

export const FIAT_CODES = Object.keys(FIAT_DECIMALS) as readonly FiatCode[];

export function isFiat(code: unknown): code is FiatCode {
  return typeof code === 'string' && Object.hasOwn(FIAT_DECIMALS, code);
}
