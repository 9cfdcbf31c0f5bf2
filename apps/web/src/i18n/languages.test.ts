import { expect, test } from 'vitest';
import { dateLocale, matchLanguage } from './languages.ts';

test.each([
  [['zh-CN'], 'zh'],
  [['zh'], 'zh'],
  [['zh-Hant-TW', 'en'], 'hk'],
  [['zh-HK'], 'hk'],
  [['ja-JP'], 'jp'],
  [['ko'], 'kr'],
  [['es-MX'], 'esp'],
  [['th-TH'], 'th'],
  [['vi-VN'], 'yn'],
  [['de-DE', 'fr', 'ko-KR'], 'kr'],
  [['de-DE'], undefined],
  [[], undefined],
])('a browser that asks for %o gets %s', (wanted, expected) => {
  expect(matchLanguage(wanted)).toBe(expected);
});

test.each([
  ['en', ['en-US'], 'en-US'],
  ['en', ['en-GB', 'en-US'], 'en-GB'],
  ['en', ['en'], 'en-GB'],
  ['en', ['en-US@posix'], 'en-GB'],
  ['en', ['de-DE'], 'en-GB'],
  ['en', [], 'en-GB'],
  ['esp', ['es-MX'], 'es-MX'],
  ['esp', ['es'], 'es-ES'],
  ['hk', ['zh-CN'], 'zh-HK'],
  ['th', ['th-TH'], 'th-TH-u-ca-gregory-nu-latn'],
] as const)(
  'dates in %s, for a browser that speaks %j, are written as in %s',
  (language, wanted, expected) => {
    expect(dateLocale(language, wanted)).toBe(expected);
  },
);
