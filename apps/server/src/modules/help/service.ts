import type { Language } from '@tallystick/protocol';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import { networkOf } from '../../http/network.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Allowances } from '../account/allowances.ts';
import { HELP_ARTICLES, type HelpArticle, type HelpCategory, type HelpSlug } from './articles.ts';
import type { HelpLibrary, ShownText } from './library.ts';
import * as store from './store.ts';

const MOST_READ = 5;
/** Votes of one network: enough for a household, too few for a script. */
const VOTES_OF_NETWORK = { burst: 100, everyMs: 15 * 60_000 };

export interface HelpOptions {
  readonly pool: pg.Pool;
  readonly library: HelpLibrary;
  readonly vault: Pick<Vault, 'fingerprints'>;
  readonly allowances: Pick<Allowances, 'take'>;
  readonly now: () => number;
}

/** Who reads: a customer, or a visitor by network and browser. */
export interface Reader {
  readonly customerId: number | null;
  readonly address: string;
  readonly device: string;
}

/** An article as lists show it. */
export interface ArticleHead {
  readonly slug: HelpSlug;
  readonly category: HelpCategory;
  readonly title: string;
  readonly summary: string;
}

export interface OpenedArticle extends ArticleHead {
  readonly body: string;
  readonly related: readonly ArticleHead[];
  readonly editedAtMs: number | null;
  /** What the reader said of it; null: nothing yet. */
  readonly foundUseful: boolean | null;
}

/** The help centre: articles to find, to read and to judge. */
export class HelpService {
  readonly #options: HelpOptions;

  constructor(options: HelpOptions) {
    this.#options = options;
  }

  /** Of one category, or all; and the slugs that are read most. */
  async list(
    language: Language,
    category?: HelpCategory,
  ): Promise<{ readonly articles: readonly ArticleHead[]; readonly mostRead: readonly string[] }> {
    const { pool, library, now } = this.#options;
    const texts = await library.texts(language);
    const reads = await store.readsBySlug(pool, now());
    const shown = HELP_ARTICLES.filter(one => category === undefined || one.category === category);
    const slugs = new Set<string>(shown.map(({ slug }) => slug));
    return {
      articles: shown.map(article => headOf(article, texts)),
      mostRead: [...reads.keys()].filter(slug => slugs.has(slug)).slice(0, MOST_READ),
    };
  }

  /** By its slug, or by the code it explains. Throws not_found. */
  async read(
    language: Language,
    reader: Reader,
    wanted: { readonly slug: string } | { readonly code: string },
  ): Promise<OpenedArticle> {
    const { pool, library, now } = this.#options;
    const article = articleOf('slug' in wanted ? wanted.slug : library.slugOf(wanted.code));
    const texts = await library.texts(language);
    const { body, editedAtMs } = textOf(texts, article.slug);
    await store.countRead(pool, article.slug, now());
    return {
      ...headOf(article, texts),
      body,
      related: article.related.map(other => headOf(articleOf(other), texts)),
      editedAtMs,
      foundUseful: await store.findVote(pool, article.slug, this.#votersOf(reader)),
    };
  }

  /** With the code that was found, where the query names one. */
  async search(
    language: Language,
    query: string,
  ): Promise<(ArticleHead & { readonly code: string | null })[]> {
    const { library } = this.#options;
    const texts = await library.texts(language);
    const hits = await library.search(language, query);
    return hits.map(({ id, code }) => ({ ...headOf(articleOf(id), texts), code }));
  }

  /** Each reader has one vote, the newest. Throws not_found and rate_limited. */
  async judge(reader: Reader, slug: string, useful: boolean): Promise<void> {
    const { pool, allowances, now } = this.#options;
    const article = articleOf(slug);
    if (reader.customerId === null) {
      const waitMs = await allowances.take(`help:${networkOf(reader.address)}`, VOTES_OF_NETWORK);
      if (waitMs > 0) throw new CallFailure('rate_limited', { retry_after_s: Math.ceil(waitMs / 1_000) });
    }
    const [voter] = this.#votersOf(reader);
    if (voter === undefined) throw new Error('nobody votes');
    await store.writeVote(pool, { slug: article.slug, voter, useful, atMs: now() });
  }

  async forgetOld(): Promise<void> {
    await store.forgetCounts(this.#options.pool, this.#options.now());
  }

  /** Fingerprints of the reader by each of the vault's keys, newest first. They do not reveal who it was. */
  #votersOf({ customerId, address, device }: Reader): readonly Buffer[] {
    const who = customerId === null ? `${networkOf(address)} ${device}` : `customer ${customerId}`;
    return this.#options.vault.fingerprints('help voter', who);
  }
}

function articleOf(slug: string | null): HelpArticle {
  const article = HELP_ARTICLES.find(one => one.slug === slug);
  if (article === undefined) throw new CallFailure('not_found', { field: 'slug' });
  return article;
}

function textOf(texts: ReadonlyMap<HelpSlug, ShownText>, slug: HelpSlug): ShownText {
  const text = texts.get(slug);
  if (text === undefined) throw new Error(`the article ${slug} has no text`);
  return text;
}

function headOf({ slug, category }: HelpArticle, texts: ReadonlyMap<HelpSlug, ShownText>): ArticleHead {
  const { title, summary } = textOf(texts, slug);
  return { slug, category, title, summary };
}
