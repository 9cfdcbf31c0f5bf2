import { describe, expect, test } from 'vitest';
import { likelyCountry, namedCountries, searchCountries } from './countries.ts';

const found = (text: string, tag = 'es'): readonly string[] =>
  searchCountries(namedCountries(tag), text).map(({ name }) => name);

test('countries are named and sorted in the language', () => {
  const spanish = namedCountries('es').map(({ name }) => name);
  expect(spanish.slice(0, 2)).toEqual(['Afganistán', 'Albania']);
  expect(namedCountries('th').find(({ country }) => country === 'VN')).toEqual({
    country: 'VN',
    name: 'เวียดนาม',
    areaCode: '+84',
  });
});

describe('a country is found', () => {
  test.each([
    ['espana', ['España']],
    ['+84', ['Vietnam']],
    ['0034', ['España']],
    ['vn', ['Vietnam']],
    ['zz', []],
  ])('by %s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test('by nothing: all', () => {
    expect(found(' ')).toHaveLength(namedCountries('es').length);
  });
});

test.each([
  [['en-GB', 'en'], 'en', 'GB'],
  [['de-AT', 'en-US'], 'en', 'AT'],
  [['en', 'fr-CA'], 'en', 'CA'],
  [['zh-Hant-TW'], 'hk', 'TW'],
  [['es-419'], 'esp', 'ES'],
  [['en-001'], 'en', 'US'],
  [['th'], 'th', 'TH'],
  [[], 'yn', 'VN'],
] as const)('a browser that speaks %j, on our pages in %s, is likely in %s', (wanted, language, expected) => {
  expect(likelyCountry(wanted, language)).toBe(expected);
});
