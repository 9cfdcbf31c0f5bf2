import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import { LANGUAGES } from '@tallystick/protocol';
import type pg from 'pg';
import { CallFailure } from '../../../http/call-failure.ts';
import { HELP_ARTICLES } from '../../help/articles.ts';
import { isSlug, shippedTexts } from '../../help/library.ts';
import { newestEdits, readsBySlug, versionsOf, votesBySlug } from '../../help/store.ts';
import { readArticle } from '../../help/read-article.ts';
import { shownTexts } from '../proposal/kinds/article.ts';

/** All articles with what readers made of them, in the help centre's order. */
export async function listArticles(pool: pg.Pool, nowMs: number): Promise<DeskOutput<'GET desk/articles'>> {
  const reads = await readsBySlug(pool, nowMs);
  const votes = await votesBySlug(pool, nowMs);
  const edits = await Promise.all(
    LANGUAGES.map(async language => ({ language, bySlug: await newestEdits(pool, language) })),
  );
  const items = HELP_ARTICLES.map(async ({ slug, category }) => {
    const changed = edits.flatMap(({ language, bySlug }) => {
      const edit = bySlug.get(slug);
      return edit === undefined ? [] : [{ language, ...edit }];
    });
    const english =
      changed.find(({ language }) => language === 'en')?.text ?? (await readArticle(slug, 'en'));
    return {
      slug,
      category,
      title: english.title,
      reads: reads.get(slug) ?? 0,
      useful: votes.get(slug)?.useful ?? 0,
      not_useful: votes.get(slug)?.not ?? 0,
      edited: changed.filter(({ text }) => text !== null).map(({ language }) => language),
      edited_at_ms: changed.length === 0 ? null : Math.max(...changed.map(({ atMs }) => atMs)),
    };
  });
  return { items: await Promise.all(items) };
}

/** One article with everything an editor needs. Throws not_found. */
export async function readForEditor(
  pool: pg.Pool,
  { slug }: DeskRequest<'GET desk/article'>,
): Promise<DeskOutput<'GET desk/article'>> {
  const article = HELP_ARTICLES.find(one => one.slug === slug);
  if (article === undefined || !isSlug(slug)) throw new CallFailure('not_found', { field: 'slug' });
  const shipped = await shippedTexts(slug);
  const versions = await versionsOf(pool, slug);
  return {
    slug,
    category: article.category,
    texts: await shownTexts(pool, slug, shipped),
    shipped,
    versions: versions.map(({ madeBy, confirmedBy, atMs, ...version }) => ({
      ...version,
      made_by: madeBy,
      confirmed_by: confirmedBy,
      at_ms: atMs,
    })),
  };
}
