import type { CallOutput, CallRequest, Language, WireHelpArticle } from '@tallystick/protocol';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import { networkOf } from '../../http/network.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Allowances } from '../account/allowances.ts';
import { HELP_ARTICLES, type HelpArticle, type HelpSlug } from './articles.ts';
import { isSlug, type HelpLibrary, type ShownText } from './library.ts';
import * as store from './store.ts';

const MOST_READ = 5;
/** Votes of one network: a household's, not a machine's. */
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

/** The help centre: articles to find, to read and to judge. */
export class HelpService {
  readonly #options: HelpOptions;

  constructor(options: HelpOptions) {
    this.#options = options;
  }

  async list(
    language: Language,
    { category }: CallRequest<'GET help/articles'>,
  ): Promise<CallOutput<'GET help/articles'>> {
    const { pool, library, now } = this.#options;
    const texts = await library.texts(language);
    const reads = await store.readsBySlug(pool, now());
    const shown = HELP_ARTICLES.filter(one => category === undefined || one.category === category);
    const slugs = new Set<string>(shown.map(({ slug }) => slug));
    return {
      items: shown.map(article => headOf(article, texts)),
      most_read: [...reads.keys()].filter(slug => slugs.has(slug)).slice(0, MOST_READ),
    };
  }

  async read(
    language: Language,
    reader: Reader,
    { slug, code }: CallRequest<'GET help/article'>,
  ): Promise<CallOutput<'GET help/article'>> {
    if (slug === undefined && code === undefined) throw new CallFailure('missing_field', { field: 'slug' });
    const { pool, library, now } = this.#options;
    const article = articleOf(slug ?? library.slugOf(code ?? '') ?? '');
    const texts = await library.texts(language);
    const { body, editedAtMs } = textOf(texts, article.slug);
    await store.countRead(pool, article.slug, now());
    return {
      ...headOf(article, texts),
      body,
      related: article.related.map(other => headOf(articleOf(other), texts)),
      edited_at_ms: editedAtMs,
      found_useful: await store.findVote(pool, article.slug, this.#votersOf(reader)),
    };
  }

  async search(language: Language, query: string): Promise<CallOutput<'GET help/search'>> {
    const { library } = this.#options;
    const texts = await library.texts(language);
    const hits = await library.search(language, query);
    return { items: hits.map(({ id, code }) => ({ ...headOf(articleOf(id), texts), code })) };
  }

  /** The newest word of each reader counts. */
  async judge(
    reader: Reader,
    { slug, useful }: CallRequest<'POST help/useful'>,
  ): Promise<CallOutput<'POST help/useful'>> {
    const { pool, allowances, now } = this.#options;
    const article = articleOf(slug);
    if (reader.customerId === null) {
      const waitMs = await allowances.take(`help:${networkOf(reader.address)}`, VOTES_OF_NETWORK);
      if (waitMs > 0) throw new CallFailure('rate_limited', { retry_after_s: Math.ceil(waitMs / 1_000) });
    }
    const [voter] = this.#votersOf(reader);
    if (voter === undefined) throw new Error('nobody votes');
    await store.writeVote(pool, { slug: article.slug, voter, useful, atMs: now() });
    return { found_useful: useful };
  }

  async forgetOld(): Promise<void> {
    await store.forgetCounts(this.#options.pool, this.#options.now());
  }

  /** By each of the vault's keys, the newest first. Nothing tells from them who it was. */
  #votersOf({ customerId, address, device }: Reader): readonly Buffer[] {
    const who = customerId === null ? `${networkOf(address)} ${device}` : `customer ${customerId}`;
    return this.#options.vault.fingerprints('help voter', who);
  }
}

function articleOf(slug: string): HelpArticle {
  const article = isSlug(slug) ? HELP_ARTICLES.find(one => one.slug === slug) : undefined;
  if (article === undefined) throw new CallFailure('not_found', { field: 'slug' });
  return article;
}

function textOf(texts: ReadonlyMap<HelpSlug, ShownText>, slug: HelpSlug): ShownText {
  const text = texts.get(slug);
  if (text === undefined) throw new Error(`the article ${slug} has no text`);
  return text;
}

function headOf({ slug, category }: HelpArticle, texts: ReadonlyMap<HelpSlug, ShownText>): WireHelpArticle {
  const { title, summary } = textOf(texts, slug);
  return { slug, category, title, summary };
}
