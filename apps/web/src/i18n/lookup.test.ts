import { afterEach, describe, expect, test, vi } from 'vitest';
import { common as english } from './en/common.ts';
import { common as thai } from './th/common.ts';

// Test files share modules, so another file may have loaded texts before.
vi.resetModules();
const { hasTexts, loadTexts, switchTexts, textAt, textLanguage, translate } = await import('./texts.ts');

afterEach(() => switchTexts('en'));

describe('textAt', () => {
  const tree = {
    one: 'One',
    deep: { two: '{count} of {total} {count}' },
    days: '{count} {count|day|days}',
  };

  test.each([
    ['one', {}, 'One'],
    ['deep.two', { count: 3, total: '7' }, '3 of 7 3'],
    ['deep.two', { total: '{count}' }, ' of {count} '],
    ['days', { count: 1 }, '1 day'],
    ['days', { count: '1' }, '1 day'],
    ['days', { count: 0 }, '0 days'],
    ['days', { count: '1,001' }, '1,001 days'],
    ['deep', {}, 'deep'],
    ['one.two', {}, 'one.two'],
    ['absent.key', {}, 'absent.key'],
  ])('%s with %o is "%s"', (path, params, text) => {
    expect(textAt(tree, path, params)).toBe(text);
  });

  test('where nothing is loaded, the path stands in', () => {
    expect(textAt(undefined, 'one')).toBe('one');
  });
});

test('a namespace is fetched once, and follows to the next language', async () => {
  expect(hasTexts('common')).toBe(false);
  expect(loadTexts('common')).toBe(loadTexts('common'));
  await loadTexts('common');
  expect(translate('common:actions.back')).toBe(english.actions.back);
  await switchTexts('th');
  expect([textLanguage(), hasTexts('common'), hasTexts('wallet')]).toEqual(['th', true, false]);
  expect(translate('common:actions.back')).toBe(thai.actions.back);
});

test('of two languages asked for, the later one counts, however slow the earlier one is', async () => {
  await loadTexts('common');
  // English is loaded already, Japanese is not.
  const slow = switchTexts('jp');
  expect(await switchTexts('en')).toBe(true);
  expect(await slow).toBe(false);
  expect(textLanguage()).toBe('en');
});
