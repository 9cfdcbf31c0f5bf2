import { ERROR_CODES, LANGUAGES } from '@tallystick/protocol';
import { describe, expect, it } from 'vitest';
import { fillIn, placeholdersOf } from './catalogue.ts';
import { CATALOGUES, messageOf } from './messages.ts';

describe.each(LANGUAGES)('messages in %s', language => {
  const catalogue = CATALOGUES[language];

  it('words every code, and no other', () => {
    expect(Object.keys(catalogue).sort()).toEqual([...ERROR_CODES].sort());
  });

  it('uses the same figures as English', () => {
    for (const code of ERROR_CODES) {
      expect(placeholdersOf(catalogue[code]), code).toEqual(placeholdersOf(CATALOGUES.en[code]));
    }
  });

  it('reads without figures as with them', () => {
    for (const code of ERROR_CODES) {
      const bare = messageOf(code, language);
      expect(bare, code).not.toMatch(/[{}[\]]|\s$|\s[.,。]/);
      expect(bare.length, code).toBeGreaterThan(2);
      const names = placeholdersOf(catalogue[code]);
      const full = messageOf(code, language, Object.fromEntries(names.map(name => [name, `<${name}>`])));
      for (const name of names) expect(full, code).toContain(`<${name}>`);
      expect(full, code).not.toMatch(/[{}[\]]/);
    }
  });

  it('is not left in English', () => {
    if (language === 'en') return;
    for (const code of ERROR_CODES) expect(catalogue[code], code).not.toBe(CATALOGUES.en[code]);
  });
});

describe('fillIn', () => {
  it('leaves an optional part out when one of its figures is unknown', () => {
    const message = 'Too small[[: at least {minimum} {currency}]].';
    expect(fillIn(message, { minimum: '5', currency: 'USDT' })).toBe('Too small: at least 5 USDT.');
    expect(fillIn(message, { minimum: '5' })).toBe('Too small.');
  });

  it('does not read placeholders out of figures', () => {
    expect(fillIn('Too small[[: {minimum}]].', { minimum: '{currency}', currency: 'x' })).toBe(
      'Too small: {currency}.',
    );
  });
});
