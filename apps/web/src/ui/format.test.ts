import { afterEach, describe, expect, test } from 'vitest';
import {
  UNKNOWN,
  decimalsOf,
  exactAmount,
  firstDayOfWeek,
  formatAmount,
  formatCompact,
  formatDate,
  formatDecimal,
  formatList,
  formatPercent,
  formatPrice,
  signOf,
} from './format.ts';
import { formatDuration, formatHours, formatSpan } from './format-time.ts';
import { setFormatLocale, setFormatTimeZone } from '#lib/format-locale.ts';

afterEach(() => {
  setFormatLocale('en-US');
  setFormatTimeZone(undefined);
});

describe('firstDayOfWeek', () => {
  test.each([
    ['en-US', 7],
    ['en-GB', 1],
    ['es-ES', 1],
  ])('in %s is %i', (tag, first) => {
    setFormatLocale('en-US', tag);
    expect(firstDayOfWeek()).toBe(first);
  });
});

describe('exactAmount', () => {
  const usdt = { code: 'USDT', decimals: 6 };

  test('fee and what is received add up to what is exchanged', () => {
    // 1.039 USDT at a fee of 0.1 %. Truncated to two digits, fee and proceeds would not add up.
    expect([1_039_000n, 1_037_961_000n].map(minor => exactAmount(minor, usdt))).toEqual([
      '1.039 USDT',
      '1,037.961 USDT',
    ]);
  });

  test('what is unknown is a dash', () => {
    expect(exactAmount(null, usdt)).toBe(UNKNOWN);
  });
});

describe('formatDecimal', () => {
  test.each([
    ['1234567.891', {}, '1,234,567.891'],
    ['0.1299', { decimals: 2 }, '0.12'],
    ['-0.1299', { decimals: 2 }, '−0.12'],
    ['-0.001', { decimals: 2, minDecimals: 2 }, '0.00'],
    ['5', { minDecimals: 2 }, '5.00'],
    ['5.1', { minDecimals: 2, decimals: 1 }, '5.1'],
    ['2.50', {}, '2.5'],
    ['2.41', { sign: 'always' }, '+2.41'],
    ['0', { sign: 'always' }, '0'],
    ['-3', { sign: 'never' }, '3'],
    ['007', {}, '7'],
    ['123456789012345678901234567890.123456789', {}, '123,456,789,012,345,678,901,234,567,890.123456789'],
  ] as const)('%s %o is %s', (value, format, expected) => {
    expect(formatDecimal(value, format)).toBe(expected);
  });

  test.each([null, undefined, '', 'NaN', '1e5', '1,5', 'abc', '.5'])('%s is unknown, not zero', value => {
    expect(formatDecimal(value)).toBe(UNKNOWN);
  });

  test('follows the language', () => {
    setFormatLocale('vi-VN');
    expect(formatDecimal('1234.5')).toBe('1.234,5');
    setFormatLocale('es-ES');
    expect(formatDecimal('1234.5')).toBe('1234,5');
    expect(formatDecimal('12345.5')).toBe('12.345,5');
  });
});

test('amounts, prices and percents truncate and keep their shape', () => {
  expect(formatAmount('1.999999999')).toBe('1.99999999');
  expect(formatAmount('10')).toBe('10.00');
  expect(formatAmount('10', 0)).toBe('10');
  expect(formatPrice('104381.5', 1)).toBe('104,381.5');
  expect(formatPrice('104381', 2)).toBe('104,381.00');
  expect(formatPercent('2.419')).toBe('+2.41%');
  expect(formatPercent('-0.629')).toBe('−0.62%');
  expect(formatPercent('0')).toBe('0.00%');
  expect(formatPercent(undefined)).toBe(UNKNOWN);
});

test('volumes are compact by language', () => {
  expect(formatCompact('318400000')).toBe('318.4M');
  expect(formatCompact('5731234567')).toBe('5.73B');
  expect(formatCompact('186312345')).toBe('186.3M');
  setFormatLocale('zh-CN');
  expect(formatCompact('318400000')).toBe('3.18亿');
  setFormatLocale('ko-KR');
  expect(formatCompact('42945400')).toBe('4295만');
});

test('dates follow language and time zone', () => {
  setFormatTimeZone('UTC');
  const atMs = Date.UTC(2026, 10, 21, 9, 38, 12);
  expect(formatDate(atMs, 'time')).toBe('09:38:12');
  expect(formatDate(atMs, 'date')).toBe('11/21/2026');
  setFormatLocale('ja-JP');
  expect(formatDate(atMs, 'date')).toBe('2026/11/21');
  setFormatTimeZone('Asia/Tokyo');
  expect(formatDate(atMs, 'minute')).toBe('18:38');
  expect(formatDate(undefined)).toBe(UNKNOWN);
  expect(formatDate(9e15)).toBe(UNKNOWN);
});

test.each([
  ['en', 1, '1 hour'],
  ['en', 24, '24 hours'],
  ['es', 48, '48 horas'],
  ['th', 24, '24 ชั่วโมง'],
  ['zh-CN', 24, '24小时'],
])('in %s %i hours are %s', (tag, hours, text) => {
  setFormatLocale(tag);
  expect(formatHours(hours)).toBe(text);
});

test.each([
  [1, '1 minute'],
  [60_001, '2 minutes'],
  [5_400_000, '90 minutes'],
  [7_200_001, '3 hours'],
  [172_800_000, '2 days'],
])('a span of %i ms is no longer than %s', (ms, text) => {
  expect(formatSpan(ms)).toBe(text);
});

test('durations round up, so that zero means over', () => {
  expect(formatDuration(59_001)).toBe('1:00');
  expect(formatDuration(23_000)).toBe('0:23');
  expect(formatDuration(8_319_500)).toBe('2:18:40');
  expect(formatDuration(-5)).toBe('0:00');
});

test('signs and digits', () => {
  expect([signOf('-0.1'), signOf('0.00'), signOf('3'), signOf('x')]).toEqual([-1, 0, 1, undefined]);
  expect([decimalsOf('0.00010'), decimalsOf('1'), decimalsOf('0.1')]).toEqual([4, 0, 1]);
});

test('lists are written as the language writes them', () => {
  expect(formatList(['BTC', 'ETH', 'SOL'])).toBe('BTC, ETH, and SOL');
  setFormatLocale('ja-JP');
  expect(formatList(['BTC', 'ETH'])).toBe('BTC、ETH');
});
