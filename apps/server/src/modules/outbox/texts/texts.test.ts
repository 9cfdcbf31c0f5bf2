import { LANGUAGES } from '@tallystick/protocol';
import { describe, expect, it } from 'vitest';
import type { MessageText } from './message-text.ts';
import { MESSAGE_KINDS } from './text.ts';
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
