import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { nextId, type Queries } from '../database/rows.ts';
import type { Vault } from '../vault/vault.ts';

/**
 * What somebody wrote about a customer, by names such as `reason`. The log is for ever, and what is personal is not: the log
 * has the number of the words and a digest, the words stand beside it, sealed, and are erased with what else is kept.
 */
export interface WordsAbout {
  readonly customerId: number;
  readonly words: Readonly<Record<string, string>>;
}

/** What an entry has instead of the words. */
interface WordsKept {
  readonly words: number;
  /** HMAC-SHA-256 in hexadecimal, with a random key that is erased with the words: then it says nothing any more. */
  readonly words_digest: string;
}

interface Sealed {
  readonly key: string;
  readonly words: Readonly<Record<string, string>>;
}

const contextOf = (id: number): string => `desk_words:${id}`;

/** Empty ones are left out; null: there are no others. */
export async function keepWords(
  client: pg.ClientBase,
  vault: Vault,
  { customerId, words }: WordsAbout,
  atMs: number,
): Promise<WordsKept | null> {
  const said = Object.fromEntries(Object.entries(words).filter(([, text]) => text !== ''));
  if (Object.keys(said).length === 0) return null;
  const id = await nextId(client, 'desk_words');
  const sealed: Sealed = { key: randomBytes(32).toString('hex'), words: said };
  await client.query(
    'insert into desk_words (id, customer_id, sealed, at_ms) overriding system value values ($1, $2, $3, $4)',
    [id, customerId, vault.seal(contextOf(id), JSON.stringify(sealed)), atMs],
  );
  return { words: id, words_digest: digestOf(sealed) };
}

/**
 * The field `after` of entries with the words in it, as they were when it was written; those that were erased are left as the
 * log has them. @throws Error if words are not those that the log has the digest of
 */
export async function withWords(db: Queries, vault: Vault, afters: readonly unknown[]): Promise<unknown[]> {
  const ids = afters.filter(isKept).map(one => one.words);
  const { rows } = await db.query<{ id: string; sealed: Buffer }>(
    'select id, sealed from desk_words where id = any($1)',
    [ids],
  );
  const sealed = new Map(rows.map(row => [Number(row.id), row.sealed]));
  return afters.map(after => {
    const bytes = isKept(after) ? sealed.get(after.words) : undefined;
    if (!isKept(after) || bytes === undefined) return after;
    const opened = JSON.parse(vault.openText(contextOf(after.words), bytes)) as Sealed;
    const { words, words_digest: digest, ...rest } = after;
    if (digestOf(opened) !== digest) throw new Error(`words ${words} are not those of the log`);
    return { ...rest, ...opened.words };
  });
}

function isKept(after: unknown): after is WordsKept & object {
  if (typeof after !== 'object' || after === null) return false;
  const { words, words_digest: digest } = after as Partial<WordsKept>;
  return typeof words === 'number' && typeof digest === 'string';
}

function digestOf({ key, words }: Sealed): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(JSON.stringify(words)).digest('hex');
}
