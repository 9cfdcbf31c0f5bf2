import type { AddressHit, NameHit, ScreenedPerson } from '../../screening/provider.ts';
import type { Vault } from '../../vault/vault.ts';

/** What a case is about: the same is noticed once. Newest key first: a case is written under the first, known under any. */
export type Subjects = readonly [newest: string, ...older: string[]];

/**
 * Somebody who is like somebody on a list. Not of the entry alone: whom two people have told apart from it under one name
 * and date of birth was not told apart under another. A keyed digest, because who is like whom is personal.
 */
export function nameSubjects(vault: Vault, { name, bornOn }: ScreenedPerson, { entry }: NameHit): Subjects {
  return printed(vault, 'compliance name', JSON.stringify([entry, wordsOf(name), bornOn]));
}

/** The same within one movement (`deposit/17`): each is looked at. */
export function senderSubjects(vault: Vault, movement: string, name: string, hit: NameHit): Subjects {
  const [newest, ...older] = nameSubjects(vault, { name, bornOn: null }, hit);
  return [`${movement}:${newest}`, ...older.map(one => `${movement}:${one}`)];
}

export function addressSubjects(vault: Vault, movement: string, { entry }: AddressHit): Subjects {
  const [newest, ...older] = printed(vault, 'compliance address', entry);
  return [`${movement}:${newest}`, ...older.map(one => `${movement}:${one}`)];
}

/** The same for the same words in any order and case. */
export function wordsOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s,.]+/)
    .toSorted()
    .join(' ')
    .trim();
}

function printed(vault: Vault, context: string, value: string): Subjects {
  const [newest, ...older] = vault.fingerprints(context, value);
  return [newest.toString('hex'), ...older.map(one => one.toString('hex'))];
}
