import { ERROR_CODES, LANGUAGES, type ErrorCode } from '@tallystick/protocol';
import { describe, expect, it } from 'vitest';
import { placeholdersOf } from '@tallystick/protocol/fill-text';
import { fillIn, type Catalogue } from './catalogue.ts';
import { CATALOGUES, messageOf } from './messages.ts';

/** The codes whose messages fail: listing all is more useful than stopping at the first. */
function codesWhere(isWrong: (code: ErrorCode) => boolean): ErrorCode[] {
  return ERROR_CODES.filter(isWrong);
}

describe.each(LANGUAGES)('messages in %s', language => {
  const catalogue = CATALOGUES[language];

  it('words every code, and no other', () => {
    expect(Object.keys(catalogue).toSorted()).toEqual([...ERROR_CODES].toSorted());
  });

  it('uses the same figures as English', () => {
    const figures = (from: Catalogue, code: ErrorCode) => placeholdersOf(from[code]).join();
    expect(codesWhere(code => figures(catalogue, code) !== figures(CATALOGUES.en, code))).toEqual([]);
  });

  it('is a complete sentence without figures, too', () => {
    const isBroken = (text: string) => /[{}[\]]|\s$|\s[.,。]/.test(text) || text.length < 3;
    expect(codesWhere(code => isBroken(messageOf(code, language)))).toEqual([]);
    const lacksFigure = (code: ErrorCode): boolean => {
      const names = placeholdersOf(catalogue[code]);
      const data = Object.fromEntries(names.map(name => [name, `<${name}>`]));
      const full = messageOf(code, language, data);
      return isBroken(full) || names.some(name => !full.includes(`<${name}>`));
    };
    expect(codesWhere(lacksFigure)).toEqual([]);
  });

  it('is translated', () => {
    const left = codesWhere(code => catalogue[code] === CATALOGUES.en[code]);
    expect(left).toHaveLength(language === 'en' ? ERROR_CODES.length : 0);
  });
});

describe('fillIn', () => {
  it('leaves an optional part out when one of its figures is unknown', () => {
    const message = 'Too small[[: at least {minimum} {currency}]].';
    expect(fillIn('en', message, { minimum: '5', currency: 'USDT' })).toBe('Too small: at least 5 USDT.');
    expect(fillIn('en', message, { minimum: '5' })).toBe('Too small.');
  });

  it('writes figures as the language does, and leaves names and times alone', () => {
    const message = 'Too small[[: at least {minimum} {currency} until {until}]].';
    const data = { minimum: '10000.5', currency: '1INCH', until: '2026-07-16 12:00 UTC' };
    expect(fillIn('en', message, data)).toBe(
      'Too small: at least 10,000.5 1INCH until 2026-07-16 12:00 UTC.',
    );
    expect(fillIn('yn', message, data)).toBe(
      'Too small: at least 10.000,5 1INCH until 2026-07-16 12:00 UTC.',
    );
  });

  it('does not replace placeholders inside figures', () => {
    expect(fillIn('en', 'Too small[[: {minimum}]].', { minimum: '{currency}', currency: 'x' })).toBe(
      'Too small: {currency}.',
    );
  });
});
