import { FIAT_CODES, type FiatCode } from '@tallystick/protocol/fiat';
import type { Language } from '@tallystick/protocol/languages';

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
