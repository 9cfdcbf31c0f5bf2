import { LANGUAGES } from '@tallystick/protocol';
import { describe, expect, it } from 'vitest';
import { SEEDED_NOTICES, type NoticeTexts } from './notice-text.ts';
import { NOTICE_TEXTS } from './seed.ts';

const shapeOf = (texts: NoticeTexts) =>
  Object.fromEntries(SEEDED_NOTICES.map(slug => [slug, texts[slug].paragraphs.length]));

describe.each(LANGUAGES)('seeded notices in %s', language => {
  const texts = NOTICE_TEXTS[language];

  it('says as much as in English', () => {
    expect(Object.keys(texts).toSorted()).toEqual([...SEEDED_NOTICES].toSorted());
    expect(shapeOf(texts)).toEqual(shapeOf(NOTICE_TEXTS.en));
  });

  it('is not left in English', () => {
    const lines = (of: NoticeTexts) =>
      Object.values(of).flatMap(text => [text.title, text.summary].concat(text.paragraphs));
    const english = new Set(lines(NOTICE_TEXTS.en));
    const left = lines(texts).filter(line => english.has(line));
    expect(left).toHaveLength(language === 'en' ? english.size : 0);
  });

  it('name no figures: what they say may be set otherwise', () => {
    const { title, summary, paragraphs } = texts.welcome;
    expect([title, summary, ...paragraphs].filter(line => /\d/.test(line))).toEqual([]);
  });
});
