import { describe, expect, it } from 'vitest';
import { acceptedLanguage, chooseLanguage } from './languages.ts';

describe('the browser’s preferred language', () => {
  it.each([
    ['vi-VN,vi;q=0.9,en;q=0.8', 'yn'],
    ['es-419', 'esp'],
    ['zh-CN', 'zh'],
    ['zh-TW,zh;q=0.9', 'hk'],
    ['zh-Hant', 'hk'],
    ['de, fr;q=0.9, ko;q=0.3, th;q=0.5', 'th'],
    ['ja;q=0, en', 'en'],
    ['de', null],
    ['*', null],
    ['', null],
    [';;;q=,,,', null],
  ])('%s is %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });
});

it('is used only if neither request nor session name one', () => {
  expect(chooseLanguage('jp', 'kr', 'th', 'en')).toBe('jp');
  expect(chooseLanguage('xx', 'kr', 'th', 'en')).toBe('kr');
  expect(chooseLanguage(undefined, null, 'th', 'en')).toBe('th');
  expect(chooseLanguage(undefined, null, 'de', 'esp')).toBe('esp');
  expect(chooseLanguage(undefined, null, undefined, 'en')).toBe('en');
});
