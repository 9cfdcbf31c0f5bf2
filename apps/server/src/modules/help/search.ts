import { normal, tokensOf } from './tokens.ts';

/** A searched document; words in the title weigh most. */
export interface SearchDocument<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
  /** The codes it explains, with their messages: found by either. */
  readonly codes: readonly { readonly code: string; readonly message: string }[];
}

export interface SearchHit<Id extends string> {
  readonly id: Id;
  /** The code that was asked for, if one was. */
  readonly code: string | null;
}

const WEIGHTS = { title: 12, summary: 4, codes: 3, body: 1 } as const;
/** A token counts at most this often: otherwise long texts would always win. */
const MOST_TIMES = 4;
/** Of the query's tokens a document must have. */
const LEAST_COVER = 0.5;
const MOST_TOKENS = 64;
const SHORTEST_PREFIX = 2;
/** Up to so many last letters, such as a plural's, are dropped if nothing begins with the whole word. */
const LONGEST_ENDING = 3;
const SHORTEST_STEM = 4;
const MOST_HITS = 20;
/** Shorter messages are too common to recognise as pasted ones. */
const SHORTEST_MESSAGE = 6;

/** An index in memory over a few dozen articles of one language. Building takes milliseconds, a search well below one. */
export class SearchIndex<Id extends string> {
  /** Weight of each document by token. */
  readonly #postings = new Map<string, Map<Id, number>>();
  /** Sorted, to find those with a common beginning. */
  readonly #tokens: readonly string[];
  readonly #codes = new Map<string, Id>();
  readonly #messages: readonly { readonly head: string; readonly code: string; readonly id: Id }[];
  readonly #count: number;

  constructor(documents: readonly SearchDocument<Id>[]) {
    const messages = [];
    for (const document of documents) {
      this.#add(document);
      for (const { code, message } of document.codes) {
        this.#codes.set(code, document.id);
        messages.push({ head: headOf(message), code, id: document.id });
      }
    }
    // The longest first: one message may begin as another does.
    this.#messages = messages
      .filter(({ head }) => head.length >= SHORTEST_MESSAGE)
      .toSorted((a, b) => b.head.length - a.head.length);
    this.#tokens = [...this.#postings.keys()].toSorted();
    this.#count = documents.length;
  }

  /** The best first; nothing for a query without letters and figures. */
  find(query: string): SearchHit<Id>[] {
    const named = this.#namedBy(query);
    const ids = new Set(named.map(({ id }) => id));
    const found = this.#byTokens([...new Set(tokensOf(query))].slice(0, MOST_TOKENS));
    const others = found.filter(id => !ids.has(id)).map(id => ({ id, code: null }));
    return [...named, ...others].slice(0, MOST_HITS);
  }

  #add({ id, title, summary, body, codes }: SearchDocument<Id>): void {
    const said = codes.map(({ code, message }) => `${code} ${headOf(message)}`).join('\n');
    for (const [part, text] of Object.entries({ title, summary, body, codes: said })) {
      const times = new Map<string, number>();
      for (const token of tokensOf(text)) times.set(token, (times.get(token) ?? 0) + 1);
      for (const [token, count] of times) {
        let weights = this.#postings.get(token);
        if (weights === undefined) this.#postings.set(token, (weights = new Map()));
        const weight = WEIGHTS[part as keyof typeof WEIGHTS] * Math.min(count, MOST_TIMES);
        weights.set(id, (weights.get(id) ?? 0) + weight);
      }
    }
  }

  /** By a code that stands in the query, or by the message that was pasted. */
  #namedBy(query: string): SearchHit<Id>[] {
    const asked = normal(query).trim();
    const hits = new Map<Id, SearchHit<Id>>();
    const add = (code: string, id: Id | undefined) => {
      if (id !== undefined && !hits.has(id)) hits.set(id, { id, code });
    };
    // `busy` is a code and a word: it counts as a code only if it is the whole query.
    for (const [word] of asked.matchAll(/[a-z0-9_.]+/g)) {
      if (word === asked || word.includes('_')) add(word, this.#codes.get(word));
    }
    const pasted = bare(asked);
    const message = this.#messages.find(({ head }) => pasted.includes(head));
    if (message !== undefined) add(message.code, message.id);
    return [...hits.values()];
  }

  #byTokens(tokens: readonly string[]): Id[] {
    const scores = new Map<Id, { score: number; matched: number }>();
    for (const token of tokens) {
      for (const [id, weight] of this.#weightsOf(token)) {
        const known = scores.get(id) ?? { score: 0, matched: 0 };
        scores.set(id, { score: known.score + weight, matched: known.matched + 1 });
      }
    }
    return [...scores]
      .map(([id, { score, matched }]) => ({ id, cover: matched / tokens.length, score }))
      .filter(({ cover }) => cover >= LEAST_COVER)
      .toSorted((a, b) => b.cover ** 2 * b.score - a.cover ** 2 * a.score)
      .map(({ id }) => id);
  }

  /** The weight of a query's token in each document; rare tokens weigh more (inverse document frequency). */
  #weightsOf(token: string): ReadonlyMap<Id, number> {
    const best = new Map<Id, number>();
    for (const found of this.#beginning(token)) {
      const weights = this.#postings.get(found) ?? new Map<Id, number>();
      const rarity = Math.log(1 + this.#count / weights.size);
      const exact = found === token ? 1 : 0.6;
      for (const [id, weight] of weights) {
        best.set(id, Math.max(best.get(id) ?? 0, weight * rarity * exact));
      }
    }
    return best;
  }

  #beginning(token: string): string[] {
    const isSingle = [...token].length === 1;
    if (isSingle && /[\p{Script=Latin}\p{N}]/u.test(token)) return this.#postings.has(token) ? [token] : [];
    const found = this.#withPrefix(token);
    if (found.length > 0) return found;
    for (let cut = 1; cut <= LONGEST_ENDING; cut++) {
      if (token.length - cut < SHORTEST_STEM) return [];
      const shorter = this.#withPrefix(token.slice(0, -cut));
      if (shorter.length > 0) return shorter;
    }
    return [];
  }

  #withPrefix(prefix: string): string[] {
    if (prefix.length < SHORTEST_PREFIX && /^[\p{Script=Latin}\p{N}]/u.test(prefix)) return [];
    let low = 0;
    let high = this.#tokens.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#tokens[middle]! < prefix) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < this.#tokens.length && this.#tokens[end]!.startsWith(prefix)) end++;
    return this.#tokens.slice(low, end);
  }
}

/** A message up to its first placeholder: `Below the minimum[[: at least {minimum}]].` */
function headOf(message: string): string {
  return bare(normal(message.split(/\[\[|\{/, 1)[0] ?? ''));
}

/** Without punctuation. */
function bare(text: string): string {
  return text.replaceAll(/[\p{P}\p{Z}]+/gu, ' ').trim();
}
