import { expect, test } from 'vitest';
import { draftOf, paragraphsOf, readinessOf, textsOf } from './draft.ts';

const EN = { title: 'Spring', summary: 'Fees are halved.', paragraphs: ['One.', 'Two\nlines.'] };

test('a notice survives the editor unchanged', () => {
  const texts = { en: EN, th: { title: 'ก', summary: 'ข', paragraphs: [] } };
  expect(textsOf(draftOf(texts))).toEqual(texts);
});

test('empty lines, however many, separate paragraphs', () => {
  expect(paragraphsOf('\n\nOne.\n\n \n\nTwo\nlines.\n')).toEqual(['One.', 'Two\nlines.']);
  expect(paragraphsOf('')).toEqual([]);
});

test('English is required, and a language that is begun must be complete', () => {
  const draft = draftOf({ en: EN });
  expect(readinessOf(draft)).toBe('ready');
  expect(readinessOf(draftOf(null))).toBe('english_needed');
  const half = { ...draft, kr: { title: '', summary: '', text: 'only a text' } };
  expect(readinessOf(half)).toEqual({ half: ['kr'] });
});
