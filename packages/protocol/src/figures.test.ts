import { describe, expect, it } from 'vitest';
import { figuresIn, momentIn } from './figures.ts';
import { LANGUAGES } from './languages.ts';

const AT_MS = Date.UTC(2026, 2, 4, 5, 6, 7);

describe('figures', () => {
  it.each([
    ['en', '1234567.50', '1,234,567.50'],
    ['zh', '1234.5', '1,234.5'],
    ['hk', '1234.5', '1,234.5'],
    ['jp', '1234.5', '1,234.5'],
    ['kr', '1234.5', '1,234.5'],
    ['th', '1234.5', '1,234.5'],
    ['esp', '12345.5', '12.345,5'],
    ['esp', '1234.5', '1234,5'],
    ['yn', '1234.5', '1.234,5'],
    ['yn', '-0.00012300', '-0,00012300'],
    ['yn', '+2.5', '+2,5'],
    ['yn', '123456789012345678901234567890.1', '123.456.789.012.345.678.901.234.567.890,1'],
  ] as const)('in %s %s is %s', (language, value, written) => {
    expect(figuresIn(language, value)).toBe(written);
  });

  it('are formatted within text that stays unchanged', () => {
    const amounts = '1234.5 USDT + 0.001 BTC';
    expect(figuresIn('yn', amounts)).toBe('1.234,5 USDT + 0,001 BTC');
    expect(figuresIn('yn', '0.5 (≤ 10000), 1.25 (≤ 50000.5)')).toBe('0,5 (≤ 10.000), 1,25 (≤ 50.000,5)');
    expect(figuresIn('esp', '2.5 USDT (TRC20), 61 s, 12.5 %')).toBe('2,5 USDT (TRC20), 61 s, 12,5 %');
  });

  it.each([
    '',
    '—',
    'TRC20',
    'ERC20',
    '2026-03-04 05:06',
    'trade:12.5',
    '1.2.3',
    '10.0.0.1',
    '1/2',
    'v1.5',
    '1e5',
  ])('%j is none', text => {
    for (const language of LANGUAGES) expect(figuresIn(language, text)).toBe(text);
  });
});

describe('a moment', () => {
  it.each([
    ['zh', '2026/03/04', '2026/03/04 05:06'],
    ['en', '04 Mar 2026', '04 Mar 2026, 05:06'],
    ['hk', '04/03/2026', '04/03/2026 05:06'],
    ['jp', '2026/03/04', '2026/03/04 05:06'],
    ['kr', '2026. 03. 04.', '2026. 03. 04. 05:06'],
    ['esp', '04/03/2026', '04/03/2026, 05:06'],
    ['th', '04/03/2026', '04/03/2026 05:06'],
    ['yn', '04/03/2026', '05:06 04/03/2026'],
  ] as const)('in %s is %s, and with its time %s', (language, day, minute) => {
    expect([momentIn(language, AT_MS, 'day'), momentIn(language, AT_MS, 'minute')]).toEqual([day, minute]);
    expect(momentIn(language, AT_MS, 'second')).toContain('05:06:07');
  });

  it('in long form is written as in the language', () => {
    expect(momentIn('en', AT_MS, 'long')).toBe('4 March 2026 at 05:06');
    expect(momentIn('zh', AT_MS, 'long')).toBe('2026年3月4日 05:06');
    expect(momentIn('esp', AT_MS, 'long')).toContain('4 de marzo de 2026');
    for (const language of LANGUAGES) {
      expect(momentIn(language, AT_MS, 'long')).toMatch(/2026.*\b0?5:06$|05:06.*2026$/u);
      expect(momentIn(language, AT_MS, 'long')).not.toContain('2026-03-04');
    }
  });
});
