import type { Language } from './languages.ts';

/**
 * Formats decimal strings, on screens and in what the server writes (`figures.ts`). Amounts and prices are never
 * converted to floating-point numbers.
 */

/** What numbers and dates are written by in each language. Thai uses the common calendar, as exchanges do. */
export const FORMAT_LOCALES: Readonly<Record<Language, string>> = {
  zh: 'zh-CN',
  en: 'en-US',
  hk: 'zh-HK',
  jp: 'ja-JP',
  kr: 'ko-KR',
  esp: 'es-ES',
  th: 'th-TH-u-ca-gregory-nu-latn',
  yn: 'vi-VN',
};

/** A decimal string taken apart: sign, digits before and after the point. */
export interface DecimalParts {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

const DECIMAL = /^(-|\+)?(\d+)(?:\.(\d*))?$/;

/** Undefined for unknown values and invalid decimals. */
export function splitDecimal(value: string | null | undefined): DecimalParts | undefined {
  const match = value === null || value === undefined ? null : DECIMAL.exec(value);
  if (!match) return undefined;
  return {
    negative: match[1] === '-',
    whole: (match[2] ?? '0').replace(/^0+(?=\d)/, ''),
    fraction: match[3] ?? '',
  };
}

export interface NumberMarks {
  readonly tag: string;
  readonly decimal: string;
  readonly group: string;
  /** Spanish groups digits only from five digits on. */
  readonly minimumGrouped: number;
}

/** `tag`: of BCP 47. */
export function marksOf(tag: string): NumberMarks {
  const parts = new Intl.NumberFormat(tag).formatToParts(1_234_567.8);
  const fourDigits = new Intl.NumberFormat(tag).formatToParts(1234);
  return {
    tag,
    decimal: parts.find(part => part.type === 'decimal')?.value ?? '.',
    group: parts.find(part => part.type === 'group')?.value ?? ',',
    minimumGrouped: fourDigits.some(part => part.type === 'group') ? 4 : 5,
  };
}

/** Digits with their decimal and grouping marks, without a sign. */
export function withMarks(whole: string, fraction: string, marks: NumberMarks): string {
  const grouped =
    whole.length < marks.minimumGrouped ? whole : whole.replace(/\B(?=(\d{3})+(?!\d))/g, marks.group);
  return fraction === '' ? grouped : grouped + marks.decimal + fraction;
}
