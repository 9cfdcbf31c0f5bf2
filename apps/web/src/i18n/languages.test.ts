import { expect, test } from 'vitest';
import { matchLanguage } from './languages.ts';

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
