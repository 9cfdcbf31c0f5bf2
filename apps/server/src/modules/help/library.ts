import { ERROR_CODES, LANGUAGES, type ErrorCode, type Language } from '@tallystick/protocol';
import type pg from 'pg';
import { CATALOGUES } from '../../http/messages/messages.ts';
import { HELP_ARTICLES, type HelpSlug } from './articles.ts';
import { ERROR_ARTICLES, TRANSPORT_ARTICLES } from './error-articles.ts';
import { readArticle, type ArticleText } from './read-article.ts';
import { REASON_ARTICLES } from './reason-articles.ts';
import { SearchIndex, type SearchHit } from './search.ts';
import { newestEdits } from './store.ts';

export interface ShownText extends ArticleText {
  /** When the operator last changed it; null: as it was shipped. */
  readonly editedAtMs: number | null;
}

interface Shelf {
  readonly texts: ReadonlyMap<HelpSlug, ShownText>;
  index: SearchIndex<HelpSlug> | null;
}

const REASONS: readonly (readonly [code: string, slug: HelpSlug])[] = Object.entries(REASON_ARTICLES).flatMap(
  ([kind, reasons]) =>
    Object.entries<HelpSlug | null>(reasons).flatMap(([reason, slug]) =>
      slug === null ? [] : [[`${kind}.${reason}`, slug] as const],
    ),
);

/** The article for each code that can stop a customer. */
const BY_CODE: ReadonlyMap<string, HelpSlug> = new Map([
  ...Object.entries<HelpSlug>(ERROR_ARTICLES),
  ...Object.entries<HelpSlug>(TRANSPORT_ARTICLES),
  ...REASONS,
]);

/** The articles as they are shown: the operator's text, or the shipped one. Cached by language. */
export class HelpLibrary {
  readonly #pool: pg.Pool;
  readonly #listeners: (() => void)[] = [];
  readonly #shelves = new Map<Language, Promise<Shelf>>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** The article that explains a code: an error's, or a reason's such as `hold.password`. */
  slugOf(code: string): HelpSlug | null {
    return BY_CODE.get(code) ?? null;
  }

  async texts(language: Language): Promise<ReadonlyMap<HelpSlug, ShownText>> {
    return (await this.#shelf(language)).texts;
  }

  /** Those of the language; of English, if it has none. */
  async search(language: Language, query: string): Promise<SearchHit<HelpSlug>[]> {
    const hits = await this.#find(language, query);
    return hits.length > 0 || language === 'en' ? hits : this.#find('en', query);
  }

  /** Call it after an article was changed here. */
  forget(): void {
    this.catchUp();
    for (const listener of this.#listeners) listener();
  }

  /** Another process may have changed an article. */
  catchUp(): void {
    this.#shelves.clear();
  }

  /** Called after each change that was made here. */
  onForgotten(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async #find(language: Language, query: string): Promise<SearchHit<HelpSlug>[]> {
    const shelf = await this.#shelf(language);
    shelf.index ??= indexOf(language, shelf.texts);
    return shelf.index.find(query);
  }

  #shelf(language: Language): Promise<Shelf> {
    let shelf = this.#shelves.get(language);
    if (shelf === undefined) {
      shelf = this.#read(language);
      this.#shelves.set(language, shelf);
      // A failure is not cached.
      shelf.catch(() => this.#shelves.delete(language));
    }
    return shelf;
  }

  async #read(language: Language): Promise<Shelf> {
    const edits = await newestEdits(this.#pool, language);
    const texts = await Promise.all(
      HELP_ARTICLES.map(async ({ slug }) => {
        const edited = edits.get(slug);
        const text = edited?.text ?? (await readArticle(slug, language));
        return [slug, { ...text, editedAtMs: edited?.atMs ?? null }] as const;
      }),
    );
    return { texts: new Map(texts), index: null };
  }
}

function indexOf(language: Language, texts: ReadonlyMap<HelpSlug, ArticleText>): SearchIndex<HelpSlug> {
  const codes = new Map<HelpSlug, { code: string; message: string }[]>();
  for (const [code, slug] of BY_CODE) {
    const message = isErrorCode(code) ? CATALOGUES[language][code] : '';
    codes.set(slug, [...(codes.get(slug) ?? []), { code, message }]);
  }
  return new SearchIndex([...texts].map(([id, text]) => ({ id, ...text, codes: codes.get(id) ?? [] })));
}

const ALL_CODES: ReadonlySet<string> = new Set(ERROR_CODES);
function isErrorCode(code: string): code is ErrorCode {
  return ALL_CODES.has(code);
}

export function isSlug(text: string): text is HelpSlug {
  return HELP_ARTICLES.some(({ slug }) => slug === text);
}

/** An article in all languages as it was shipped. */
export async function shippedTexts(slug: HelpSlug): Promise<Record<Language, ArticleText>> {
  const texts = await Promise.all(
    LANGUAGES.map(async language => [language, await readArticle(slug, language)] as const),
  );
  return Object.fromEntries(texts) as Record<Language, ArticleText>;
}
