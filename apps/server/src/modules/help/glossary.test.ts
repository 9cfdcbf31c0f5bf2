import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@tallystick/protocol';
import { expect, it } from 'vitest';
import { demoOffers } from '../../demo/launch-offers.ts';
import { CATALOGUES } from '../../http/messages/messages.ts';
import { AGREEMENT_TEXTS } from '../agreement/texts/texts.ts';
import { TERMS_TEXTS } from '../notice/terms-texts.ts';
import { NOTICE_TEXTS } from '../notice/seed/seed.ts';
import { phraseLine } from '../outbox/texts/phrase.ts';
import { MESSAGE_TEXTS } from '../outbox/texts/texts.ts';
import { STATEMENT_TEXTS } from '../statement/texts/texts.ts';
import { FORBIDDEN } from './testing/forbidden-words.ts';

type Tree = string | readonly Tree[] | { readonly [key: string]: Tree | undefined };

const root = join(import.meta.dirname, '../../../../..');
const articles = join(import.meta.dirname, 'articles');

const TEXTS = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async language => [language, await textsOf(language)] as const)),
) as Readonly<Record<Language, ReadonlyMap<string, string>>>;

/** All texts for customers in a language, by their place, without placeholders. */
async function textsOf(language: Language): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const add = (where: string, tree: Tree | undefined): void => {
    if (typeof tree === 'string') found.set(where, tree.replaceAll(/\{\w+(?:\|[^}]*)?\}/g, ''));
    else for (const [key, inner] of Object.entries(tree ?? {})) add(`${where}.${key}`, inner);
  };
  const app = join(root, 'apps/web/src/i18n', language);
  for (const file of readdirSync(app)) add('app', (await import(join(app, file))) as Tree);
  add('message', CATALOGUES[language]);
  add('mail', MESSAGE_TEXTS[language] as unknown as Tree);
  add('mail.phrase', phraseLine(language, ''));
  add('agreement', AGREEMENT_TEXTS[language] as unknown as Tree);
  add('notice', NOTICE_TEXTS[language] as unknown as Tree);
  add('statement', STATEMENT_TEXTS[language] as unknown as Tree);
  add('terms', TERMS_TEXTS[language] as unknown as Tree);
  for (const { code, about } of demoOffers(0, '1')) add(`offer.${code}`, about[language]);
  for (const slug of readdirSync(articles)) {
    // By line, so that a fault is found quickly, and without the addresses of links.
    add(
      `article.${slug}`,
      readFileSync(join(articles, slug, `${language}.md`), 'utf8')
        .replaceAll(/\]\([^)]*\)/g, ']')
        .split('\n'),
    );
  }
  return found;
}

/** The rows of the page's first table: a word for each language. */
function glossary(): readonly Readonly<Record<Language, string>>[] {
  const [, table = ''] = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('\n## ');
  const rows = [...table.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) =>
    row.split('|').map(cell => cell.trim()),
  );
  const [head = [], , ...words] = rows;
  return words.map(
    cells => Object.fromEntries(cells.map((cell, at) => [head[at], cell])) as Record<Language, string>,
  );
}

const rowOf = (english: string) => {
  const row = glossary().find(({ en }) => en === english);
  if (row === undefined) throw new Error(`${english} is not in the glossary`);
  return row;
};

it.each(LANGUAGES)('every word of the glossary in %s is one the product uses', language => {
  const all = [...TEXTS[language].values()].join('\n').toLowerCase();
  expect(glossary().length).toBeGreaterThan(20);
  const words = glossary().map(row => row[language].replace(/ \(.*\)$/, ''));
  expect(words.filter(word => word === '' || !all.includes(word.toLowerCase()))).toEqual([]);
  expect(words.length - new Set(words).size).toBe(0);
});

it.each(LANGUAGES)('no text in %s has another word for it', language => {
  const found = [...TEXTS[language]].flatMap(([where, text]) =>
    FORBIDDEN[language]
      .filter(([pattern]) => pattern.test(text))
      .map(([, instead]) => `${where}: ${text} (${instead})`),
  );
  expect(found).toEqual([]);
});

it.each(LANGUAGES)('in %s second options open with the advanced level, as the server demands', language => {
  const texts = TEXTS[language];
  const says = (prefix: string) =>
    [...texts]
      .filter(([where]) => where.startsWith(prefix))
      .some(([, text]) => text.toLowerCase().includes(rowOf('Second options')[language].toLowerCase()));
  expect(says('app.identity.basic.')).toBe(false);
  expect(says('app.identity.advanced.')).toBe(true);
  expect(says('mail.advancedVerified.')).toBe(true);
  // The first paragraph does not name them; the second one does, as what the next level opens.
  expect(says('mail.basicVerified.paragraphs.0')).toBe(false);
  expect(says('mail.basicVerified.paragraphs.1')).toBe(true);
});
