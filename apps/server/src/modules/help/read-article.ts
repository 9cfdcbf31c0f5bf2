import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@tallystick/protocol';
import type { HelpSlug } from './articles.ts';

export interface ArticleText {
  readonly title: string;
  /** One plain sentence or two, without markup. */
  readonly summary: string;
  /** Markdown: `##` headings, paragraphs, lists, bold, tables of at most three columns, links. */
  readonly body: string;
}

const FORM = /^# (?<title>[^\n]+)\n\n(?<summary>[^\n]+)\n\n(?<body>.+)\n$/su;

/** The parts of an article as it is written. Throws for anything that does not begin with title and summary. */
export function parseArticle(text: string): ArticleText {
  const parts = FORM.exec(text)?.groups;
  if (parts === undefined) throw new Error('an article begins with # title, then its summary, then the body');
  const { title = '', summary = '', body = '' } = parts;
  return { title, summary, body };
}

/** An article as it was shipped; rejects if the file is not there. */
export async function readArticle(slug: HelpSlug, language: Language): Promise<ArticleText> {
  return parseArticle(await readFile(join(import.meta.dirname, 'articles', slug, `${language}.md`), 'utf8'));
}
