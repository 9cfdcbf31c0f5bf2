import { expect, test } from 'vitest';
import { acceptedText, readAccepted, readReleases, releasesText, withAbout } from './offer-draft.ts';

const CODES = new Map([
  [3, 'USDT'],
  [1, 'BTC'],
]);

test('reads release lines', () => {
  const releases = [
    { after_ms: 0, percent: '40' },
    { after_ms: 720 * 3_600_000, percent: '60' },
  ];
  expect(releasesText(releases)).toBe('0 40\n720 60');
  expect(readReleases(' 0  40\n\n720 60 ')).toEqual(releases);
  for (const wrong of ['', '40', '0 40 1', 'x 40', '0 -40', '1.5 40']) expect(readReleases(wrong)).toBeNull();
});

test('reads accepted currencies by code', () => {
  const accepted = [
    { currency_id: 3, rate: '1' },
    { currency_id: 1, rate: '60000.5' },
  ];
  expect(acceptedText(accepted, CODES)).toBe('USDT 1\nBTC 60000.5');
  expect(readAccepted('usdt 1\nBTC 60000.5', CODES)).toEqual(accepted);
  for (const wrong of ['', 'USDT', 'DOGE 1', 'USDT one', 'USDT 1 2']) {
    expect(readAccepted(wrong, CODES)).toBeNull();
  }
});

test('a description may lack languages, which are left out', () => {
  const about = withAbout(withAbout({}, 'en', 'A coin.'), 'th', 'เหรียญ');
  expect(about).toEqual({ en: 'A coin.', th: 'เหรียญ' });
  expect(withAbout(about, 'th', ' \n')).toEqual({ en: 'A coin.' });
});
