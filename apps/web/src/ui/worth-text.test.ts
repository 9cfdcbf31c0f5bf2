import { afterEach, describe, expect, test } from 'vitest';
import { FORMAT_LOCALES } from '@tallystick/protocol/format';
import { FIAT_DECIMALS, type FiatCode } from '@tallystick/protocol/fiat';
import { setFormatLocale } from '#lib/format-locale.ts';
import { valuationIn } from '#lib/valuation.ts';
import { worthText } from './worth-text.ts';

afterEach(() => setFormatLocale('en-US'));

test.each([
  ['12.349', 'USDT', '12.34'],
  ['0', 'USDT', '0.00'],
  ['0.009999', 'USDT', '< 0.01'],
  ['0.01', 'USDT', '0.01'],
  ['0.20500000', 'BTC', '0.205'],
  ['0.000000001', 'BTC', '< 0.00000001'],
  [null, 'USDT', '—'],
] as const)('%s %s is shown as %s', (value, code, text) => {
  expect(worthText(value, valuationIn(code, null))).toBe(text);
});

describe('in a state’s currency', () => {
  const shown = (value: string, currency: FiatCode, perUsdt: string) => {
    const rate = { currency, per_usdt: perUsdt, at_ms: 0, fresh_until_ms: 0, sources: [], demo: false };
    return worthText(value, valuationIn(currency, rate));
  };

  test.each([
    ['en', '12345.678', 'USD', '0.9998', '12,343.20'],
    ['th', '12345.67', 'THB', '32.5', '401,234.27'],
    ['jp', '12345.67', 'JPY', '150.25', '1,854,936'],
    ['kr', '12345.67', 'KRW', '1450', '17,901,221'],
    ['yn', '12345.67', 'VND', '26300', '324.691.121'],
    ['esp', '12345.67', 'EUR', '0.86', '10.617,27'],
    // Spanish groups from five digits on.
    ['esp', '1234.5', 'EUR', '1', '1234,50'],
    ['hk', '12345.67', 'HKD', '7.78', '96,049.31'],
    ['zh', '12345.67', 'CNY', '7.1', '87,654.25'],
  ] as const)('%s: %s USDT are shown with the digits of %s', (language, value, code, perUsdt, text) => {
    setFormatLocale(FORMAT_LOCALES[language]);
    expect(shown(value, code, perUsdt)).toBe(text);
  });

  test('a worth too small for its smallest unit is not zero', () => {
    expect(shown('0.000001', 'JPY', '150')).toBe('< 1');
    expect(shown('0.000001', 'USD', '1')).toBe('< 0.01');
    expect(shown('0', 'JPY', '150')).toBe('0');
  });

  test('each currency has the digits it is counted in', () => {
    expect(FIAT_DECIMALS).toEqual({ USD: 2, CNY: 2, HKD: 2, JPY: 0, KRW: 0, EUR: 2, THB: 2, VND: 0 });
  });
});
