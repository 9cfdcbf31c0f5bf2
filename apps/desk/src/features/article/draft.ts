import type { DeskOutput } from '@tallystick/protocol/desk';
import { LANGUAGES, type Language } from '@tallystick/protocol/languages';

type Article = DeskOutput<'GET desk/article'>;
export type ArticleText = Article['texts']['en'];
export type Draft = Readonly<Record<Language, ArticleText>>;

const PARTS = ['title', 'summary', 'body'] as const;

/** Trims surrounding blanks, as the server does. */
function tidy(text: ArticleText): ArticleText {
  return { title: text.title.trim(), summary: text.summary.trim(), body: text.body.trim() };
}

function isSame(one: ArticleText, other: ArticleText): boolean {
  const [left, right] = [tidy(one), tidy(other)];
  return PARTS.every(part => left[part] === right[part]);
}

/** Languages whose text has changed. */
export function changedLanguages(draft: Draft, texts: Draft): Language[] {
  return LANGUAGES.filter(language => !isSame(draft[language], texts[language]));
}

/** Changed ones that lack a part. */
export function incompleteLanguages(draft: Draft, texts: Draft): Language[] {
  return changedLanguages(draft, texts).filter(language =>
    PARTS.some(part => tidy(draft[language])[part] === ''),
  );
}

/** The proposed texts and those they replace. Text equal to the shipped text goes back to that. */
export function changeOf(article: Article, draft: Draft) {
  const changed = changedLanguages(draft, article.texts);
  const back = changed.filter(language => isSame(draft[language], article.shipped[language]));
  const pick = (texts: Draft, languages: readonly Language[]) =>
    Object.fromEntries(languages.map(language => [language, tidy(texts[language])]));
  const rewritten = changed.filter(language => !back.includes(language));
  return {
    change: { slug: article.slug, texts: pick(draft, rewritten), as_shipped: back },
    before: pick(article.texts, changed),
    after: pick(draft, changed),
  };
}
