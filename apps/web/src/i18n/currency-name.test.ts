import { afterEach, describe, expect, test } from 'vitest';
import { currencyName, nameContains, searchedNames } from './currency-name.ts';
import { loadTexts, switchTexts } from './texts.ts';

const BTC = { code: 'BTC', name: 'Bitcoin' };
const AURA = { code: 'AURA', name: 'Aura' };

afterEach(() => switchTexts('en'));

test('before any text is there, a currency is called what the exchange calls it', () => {
  expect(currencyName(BTC)).toBe('Bitcoin');
});

describe('once they are', () => {
  test.each([
    ['en', 'Bitcoin'],
    ['th', 'บิตคอยน์'],
    ['zh', '比特币'],
  ] as const)('a known coin is called what it is called in %s', async (language, name) => {
    await loadTexts('common');
    await switchTexts(language);
    expect(currencyName(BTC)).toBe(name);
    // A coin listed by an operator keeps the name it was listed with.
    expect(currencyName(AURA)).toBe('Aura');
    expect(currencyName({ code: 'constructor', name: 'Odd' })).toBe('Odd');
  });

  test('it is found by its name in the language, and by the exchange’s own', async () => {
    await loadTexts('common');
    await switchTexts('th');
    const found = ['บิต', 'bitc', 'bit coin', 'eth'].map(wanted => nameContains(BTC, wanted));
    expect(found).toEqual([true, true, true, false]);
  });

  test.each(['en', 'kr'] as const)('in %s it is also found by what many call it', async language => {
    await loadTexts('common');
    await switchTexts(language);
    const xrp = { code: 'XRP', name: 'XRP' };
    expect(nameContains(xrp, 'ripple')).toBe(true);
    expect(searchedNames(xrp)).toContain('Ripple');
    expect(nameContains(BTC, 'ripple')).toBe(false);
  });
});
