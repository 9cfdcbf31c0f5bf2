import { LANGUAGES, type Language } from '@tallystick/protocol';
import type { articleChange } from '@tallystick/protocol/desk/changes';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { z } from 'zod';
import { CallFailure } from '../../../../http/call-failure.ts';
import type { HelpSlug } from '../../../help/articles.ts';
import { isSlug, shippedTexts, type HelpLibrary } from '../../../help/library.ts';
import type { ArticleText } from '../../../help/read-article.ts';
import { editsOf, insertVersion } from '../../../help/store.ts';
import type { ProposalKind } from '../../../../approval/proposal-kind.ts';

type Change = z.output<typeof articleChange>;
type Texts = Partial<Record<Language, ArticleText>>;

/** New texts for a help article, in any of its languages. Each language has its own versions. */
export function articleKind(library: HelpLibrary, now: () => number): ProposalKind<Change> {
  return {
    propose: 'article.propose',
    confirm: 'article.confirm',
    async prepare(client, change) {
      const { before, after } = await compare(client, change);
      const changed = LANGUAGES.filter(language => !isDeepStrictEqual(before[language], after[language]));
      if (changed.length === 0) throw new CallFailure('nothing_changed');
      return {
        subject: `article:${change.slug}`,
        before: only(before, changed),
        after: only(after, changed),
      };
    },
    async apply(client, change, operator, proposalId) {
      const { slug, before, after } = await compare(client, change);
      for (const language of LANGUAGES) {
        if (isDeepStrictEqual(before[language], after[language])) continue;
        const text = change.as_shipped.includes(language) ? null : (after[language] ?? null);
        const by = { proposalId, confirmedBy: operator.id, atMs: now() };
        await insertVersion(client, { slug, language, text, ...by });
      }
    },
    async committed() {
      library.forget();
    },
  };
}

/** The current text, and the proposed one. */
async function compare(
  client: pg.ClientBase,
  { slug, texts, as_shipped: back }: Change,
): Promise<{ slug: HelpSlug; before: Texts; after: Texts }> {
  if (!isSlug(slug)) throw new CallFailure('not_found', { field: 'slug' });
  const shipped = await shippedTexts(slug);
  const before = await shownTexts(client, slug, shipped);
  const after: Texts = { ...before };
  for (const language of LANGUAGES) {
    const text = back.includes(language) ? shipped[language] : texts[language];
    if (text !== undefined) after[language] = text;
  }
  return { slug, before, after };
}

/** An article in all languages as it is shown now. */
export async function shownTexts(
  db: Pick<pg.ClientBase, 'query'>,
  slug: HelpSlug,
  shipped: Record<Language, ArticleText>,
): Promise<Record<Language, ArticleText>> {
  const edits = await editsOf(db, slug);
  const shown = LANGUAGES.map(language => [language, edits.get(language) ?? shipped[language]] as const);
  return Object.fromEntries(shown) as Record<Language, ArticleText>;
}

function only(texts: Texts, languages: readonly Language[]): Texts {
  return Object.fromEntries(languages.map(language => [language, texts[language]]));
}
