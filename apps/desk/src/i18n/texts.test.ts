import { expect, test } from 'vitest';
import { t, word } from './texts.ts';

test('fills figures in', () => {
  expect(t('overview.open', { open: 7, all: 8 })).toBe('7 of 8 open');
});

test('words what it knows, and shows the rest readably', () => {
  expect(word('marketStates', 'cancelOnly')).toBe('Close-only');
  expect(word('queueFlags', 'dust_amount')).toBe('Dust amount');
  expect(word('queueFlags', 'toString')).toBe('To string');
});
