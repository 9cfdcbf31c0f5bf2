import { LANGUAGES } from '@tallystick/protocol';
import { describe, expect, it } from 'vitest';
import type { MessageText } from './message-text.ts';
import { fill, MESSAGE_KINDS } from './text.ts';
import { MESSAGE_TEXTS } from './texts.ts';

const lines = (text: MessageText) => [text.subject, text.paragraphs.join('\n'), text.sms];
const placeholders = (line: string) => (line.match(/\{\w+\}/g) ?? []).toSorted().join();

describe.each(LANGUAGES)('messages sent in %s', language => {
  const texts = MESSAGE_TEXTS[language];

  it.each(MESSAGE_KINDS)('%s says what English says', kind => {
    const english = MESSAGE_TEXTS.en[kind];
    expect(texts[kind].paragraphs).toHaveLength(english.paragraphs.length);
    const [subject, body] = lines(texts[kind]).map(placeholders);
    const [englishSubject, englishBody] = lines(english).map(placeholders);
    expect([subject, body]).toEqual([englishSubject, englishBody]);
    expect(placeholders(texts[kind].sms).split(',')).toEqual(placeholders(english.sms).split(','));
  });

  it('is not left in English', () => {
    const left = MESSAGE_KINDS.filter(kind => texts[kind].sms === MESSAGE_TEXTS.en[kind].sms);
    expect(left).toHaveLength(language === 'en' ? MESSAGE_KINDS.length : 0);
  });
});

/** Placeholders whose values are neither figures nor times: names, free texts, codes, order numbers. */
const AS_THEY_ARE = [
  ...[
    'address',
    'alert',
    'answer',
    'base',
    'card',
    'code',
    'contact',
    'currency',
    'desk',
    'destination',
    'device',
  ],
  ...[
    'invitation',
    'link',
    'name',
    'network',
    'next',
    'option',
    'order',
    'phrase',
    'position',
    'reason',
    'stop',
  ],
  ...['symbol', 'text', 'ticket', 'title', 'transaction'],
];

describe('values', () => {
  const names = new Set(
    MESSAGE_KINDS.flatMap(kind =>
      lines(MESSAGE_TEXTS.en[kind]).flatMap(line => line.match(/\w+(?=\})/g) ?? []),
    ),
  );

  it.each([...names].filter(name => !AS_THEY_ARE.includes(name)))(
    '{%s} is written as the language writes it',
    name => {
      const written = (language: 'en' | 'esp' | 'yn', value: string) =>
        fill(`{${name}}`, { [name]: value }, language);
      if (['day', 'due', 'ready', 'until'].includes(name)) {
        expect(written('esp', '2026-03-04')).toBe('04/03/2026');
        expect(written('yn', '2026-03-04 05:06')).toBe('05:06 04/03/2026');
        expect(written('en', 'soon')).toBe('soon');
        return;
      }
      expect([written('en', '12345.60'), written('esp', '12345.60')]).toEqual(['12,345.60', '12.345,60']);
      expect(written('yn', '-1234.5')).toBe('-1.234,5');
    },
  );

  it.each(AS_THEY_ARE)('{%s} stands as it is', name => {
    for (const language of LANGUAGES) {
      expect(fill(`{${name}}`, { [name]: '12345.60' }, language)).toBe('12345.60');
    }
  });
});
