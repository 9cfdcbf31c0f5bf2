import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { nextId, type Queries } from '../database/rows.ts';
import { VaultError, type Vault } from '../vault/vault.ts';

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

export const contextOf = (id: number): string => `desk_words:${id}`;

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

/** The field `after` of an entry. */
interface Read {
  /** With the words in it, as they were when it was written; without those that were erased. */
  readonly after: unknown;
  /** The words are those that the log has the digest of, or erased. */
  readonly isWhole: boolean;
}

/** Of each of these fields `after`, as they are parsed. */
export async function readWords(db: Queries, vault: Vault, afters: readonly unknown[]): Promise<Read[]> {
  const { rows } = await db.query<{ id: string; sealed: Buffer }>(
    'select id, sealed from desk_words where id = any($1)',
    [afters.filter(isKept).map(one => one.words)],
  );
  const sealed = new Map(rows.map(row => [Number(row.id), row.sealed]));
  return afters.map(after => {
    const bytes = isKept(after) ? sealed.get(after.words) : undefined;
    if (!isKept(after) || bytes === undefined) return { after, isWhole: true };
    const { words: id, words_digest: digest, ...rest } = after;
    const opened = openSealed(vault, id, bytes);
    if (opened === null || digestOf(opened) !== digest) return { after, isWhole: false };
    return { after: { ...rest, ...opened.words }, isWhole: true };
  });
}

/** Null: it was changed. */
function openSealed(vault: Vault, id: number, bytes: Buffer): Sealed | null {
  try {
    return JSON.parse(vault.openText(contextOf(id), bytes)) as Sealed;
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return null;
  }
}

function isKept(after: unknown): after is WordsKept & object {
  if (typeof after !== 'object' || after === null) return false;
  const { words, words_digest: digest } = after as Partial<WordsKept>;
  return typeof words === 'number' && typeof digest === 'string';
}

function digestOf({ key, words }: Sealed): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(JSON.stringify(words)).digest('hex');
}
