import { LANGUAGES } from '@tallystick/protocol/languages';
import { expect, test } from 'vitest';
import { changedLanguages, changeOf, incompleteLanguages, type Draft } from './draft.ts';

const text = (title: string) => ({ title, summary: 's', body: 'b' });
const all = (title: string) =>
  Object.fromEntries(LANGUAGES.map(language => [language, text(`${title} ${language}`)])) as Draft;
const article = {
  slug: 'halts',
  category: 'spot' as const,
  texts: { ...all('shipped'), th: text('edited') },
  shipped: all('shipped'),
  versions: [],
};

test('only changed languages are proposed; surrounding blanks do not count', () => {
  const draft = { ...article.texts, en: text('new'), zh: { ...article.texts.zh, title: ' shipped zh ' } };
  expect(changedLanguages(draft, article.texts)).toEqual(['en']);
  expect(changeOf(article, draft)).toEqual({
    change: { slug: 'halts', texts: { en: text('new') }, as_shipped: [] },
    before: { en: text('shipped en') },
    after: { en: text('new') },
  });
});

test('text equal to the shipped text goes back to that', () => {
  const draft = { ...article.texts, th: article.shipped.th };
  expect(changeOf(article, draft).change).toEqual({ slug: 'halts', texts: {}, as_shipped: ['th'] });
});

test('a language without a part cannot be proposed', () => {
  const draft = { ...article.texts, kr: { ...article.texts.kr, body: ' \n' } };
  expect(incompleteLanguages(draft, article.texts)).toEqual(['kr']);
});
