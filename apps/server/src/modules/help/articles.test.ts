import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@tallystick/protocol';
import { describe, expect, it } from 'vitest';
import { CATALOGUES } from '../../http/messages/messages.ts';
import { HELP_ARTICLES, HELP_CATEGORIES, type HelpSlug } from './articles.ts';
import { parseArticle, readArticle } from './read-article.ts';
import { faultsOfMarkdown, headingsOf, linksOf, plainText } from './testing/markdown.ts';
import { lengthOf, scriptFault } from './testing/scripts.ts';

const root = join(import.meta.dirname, '../../../../..');
const folder = join(import.meta.dirname, 'articles');
const slugs: readonly HelpSlug[] = HELP_ARTICLES.map(({ slug }) => slug);
const read = (slug: string, language: Language) =>
  parseArticle(readFileSync(join(folder, slug, `${language}.md`), 'utf8'));

/** Every route of the app; a test of the protocol checks this page. */
const routes = new Set(
  [
    ...readFileSync(join(root, 'docs/coverage.md'), 'utf8')
      .split('\n## Routes')[1]!
      .matchAll(/^\| `(.+?)`/gm),
  ].map(([, route]) => `#/pages/${route}`),
);

/** Faults of the articles in a language: `slug/language: fault`. */
function faults(language: Language, look: (slug: HelpSlug) => readonly string[]): string[] {
  return slugs.flatMap(slug => look(slug).map(fault => `${slug}/${language}: ${fault}`));
}

it('there are at least thirty articles, and no files besides', () => {
  expect(slugs.length).toBeGreaterThanOrEqual(30);
  expect(readdirSync(folder).toSorted()).toEqual([...slugs].toSorted());
  const files = slugs.flatMap(slug => readdirSync(join(folder, slug)).map(file => `${slug}/${file}`));
  const wanted = slugs.flatMap(slug => LANGUAGES.map(language => `${slug}/${language}.md`));
  expect(files.toSorted()).toEqual(wanted.toSorted());
});

it('every category has articles, and none leads to itself or twice to another', () => {
  expect(new Set(HELP_ARTICLES.map(({ category }) => category))).toEqual(new Set(HELP_CATEGORIES));
  const order = HELP_ARTICLES.map(({ category }) => HELP_CATEGORIES.indexOf(category));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  for (const { slug, related } of HELP_ARTICLES) {
    expect([...new Set([slug, ...related])]).toEqual([slug, ...related]);
    expect(slugs).toEqual(expect.arrayContaining([...related]));
  }
});

it('an article is read in its parts; a text that has none of them is refused', async () => {
  const { title, summary, body } = await readArticle('support', 'en');
  expect(`# ${title}\n\n${summary}\n\n${body}\n`).toBe(readFileSync(join(folder, 'support/en.md'), 'utf8'));
  expect(() => parseArticle('Only words.\n')).toThrow('begins with');
  expect(() => parseArticle('# Title\n\nSummary\n')).toThrow('begins with');
});

it('an English article has 120 to 350 words', () => {
  const words = faults('en', slug => {
    const count = plainText(read(slug, 'en').body).split(/\s+/).length;
    return count >= 120 && count <= 350 ? [] : [`${count} words`];
  });
  expect(words).toEqual([]);
});

describe.each(LANGUAGES)('the articles in %s', language => {
  it('have titles of their own and short, plain summaries', () => {
    const titles = slugs.map(slug => read(slug, language).title);
    expect(new Set(titles).size).toBe(slugs.length);
    const found = faults(language, slug => {
      const { title, summary } = read(slug, language);
      const long = [...summary].length > 160 ? ['the summary is too long'] : [];
      return /[*`[\]|#<>]/.test(title + summary) ? [...long, 'title or summary has markup'] : long;
    });
    expect(found).toEqual([]);
  });

  it('use only the Markdown that is shown', () => {
    expect(faults(language, slug => faultsOfMarkdown(read(slug, language).body))).toEqual([]);
  });

  it('lead only to what exists', () => {
    const found = faults(language, slug =>
      linksOf(read(slug, language).body).filter(target => {
        if (target.startsWith('help:')) return !slugs.some(other => `help:${other}` === target);
        return !routes.has(target.split('?')[0]!);
      }),
    );
    expect(found).toEqual([]);
  });

  it('say what English says: the same headings, links, lists and figures, and about as much', () => {
    const found = faults(language, slug => {
      const english = read(slug, 'en').body;
      const { body } = read(slug, language);
      const ratio = lengthOf(plainText(body), language) / lengthOf(plainText(english), 'en');
      return [
        ...(headingsOf(body).length === headingsOf(english).length ? [] : ['headings']),
        ...(linksOf(body).toSorted().join() === linksOf(english).toSorted().join() ? [] : ['links']),
        ...(shapeOf(body) === shapeOf(english) ? [] : ['lists or tables']),
        ...figuresOf(english).filter(figure => !figuresOf(body).includes(figure)),
        ...(ratio >= 0.4 && ratio <= 2.5 ? [] : [`${ratio.toFixed(2)} times as long`]),
      ];
    });
    expect(found).toEqual([]);
  });

  it('are written in that language', () => {
    const found = faults(language, slug => {
      const { title, summary, body } = read(slug, language);
      const fault = scriptFault(plainText([title, summary, body].join('\n')), language);
      return fault === null ? [] : [fault];
    });
    expect(found).toEqual([]);
  });

  it('quote messages as the app and the server word them', () => {
    const said = wordsOfTheProduct(language);
    const found = faults(language, slug => {
      const { summary, body } = read(slug, language);
      const quoted = [...`${summary}\n${body}`.matchAll(/[“「«](.+?)[”」»]/g)].map(([, words]) => words!);
      return quoted.filter(words => !said.includes(normal(words)));
    });
    expect(found).toEqual([]);
  });
});

/** The order of list items and table rows: `-`, `1`, `|`. */
function shapeOf(body: string): string {
  return [...body.matchAll(/^(?:(-) |(\d)\. |(\|))/gm)].map(([, ...marks]) => marks.join('')).join('');
}

/** Figures in the visible text, with a decimal point in every language. */
function figuresOf(body: string): readonly string[] {
  const figures = plainText(body).match(/\d[\d:.,]*/g) ?? [];
  return figures.map(figure => figure.replaceAll(',', '.').replace(/[.:]+$/, ''));
}

function normal(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/\[\[.*?\]\]/g, '')
    .replaceAll(/[.。…!！]+$/g, '')
    .trim();
}

/** All texts of server and app in a language. */
function wordsOfTheProduct(language: Language): string {
  const texts = join(root, 'apps/web/src/i18n', language);
  const ofTheApp = readdirSync(texts).map(file => readFileSync(join(texts, file), 'utf8'));
  return normal([...Object.values(CATALOGUES[language]), ...ofTheApp].join('\n'));
}
