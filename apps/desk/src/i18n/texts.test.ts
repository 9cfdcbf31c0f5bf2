import { expect, test } from 'vitest';
import { t, word } from './texts.ts';

test('fills figures in', () => {
  expect(t('overview.open', { open: 7, all: 8 })).toBe('7 of 8 open');
});

test('words follow their numbers', () => {
  expect(t('solvency.people', { count: 1 })).toBe('1 customer');
  expect(t('solvency.people', { count: '1,001' })).toBe('1,001 customers');
  expect(t('clock.aheadBy', { days: 0, hours: 1 })).toBe('0 days 1 hour');
});

test('translates known words, and makes unknown ones readable', () => {
  expect(word('marketStates', 'cancel_only')).toBe('Close-only');
  expect(word('queueFlags', 'dust_amount')).toBe('Dust amount');
  expect(word('queueFlags', 'toString')).toBe('To string');
});
