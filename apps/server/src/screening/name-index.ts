import { foldName, type Word } from './fold.ts';
import { joinings, nameSimilarity } from './similarity.ts';

/** From here on two names are told as the same: see docs/compliance.md for what that finds and misses. */
export const THRESHOLD = 0.85;

interface Indexed<Entry> {
  readonly entry: Entry;
  readonly name: string;
  readonly words: readonly Word[];
}

export interface Found<Entry> {
  readonly entry: Entry;
  /** The listed name that is alike. */
  readonly name: string;
  /** 0 to 1. */
  readonly score: number;
}

/** More names than these share their sound with few words of a search. */
const MOST_CANDIDATES = 5_000;

/**
 * Finds listed names like a given one, in any script. Candidates share the consonants of at least one word, but for one
 * sound; each is then compared word by word.
 */
export class NameIndex<Entry> {
  readonly #names: Indexed<Entry>[] = [];
  readonly #bySound = new Map<string, number[]>();

  add(entry: Entry, name: string): void {
    const words = foldName(name);
    if (words.length === 0) return;
    const at = this.#names.push({ entry, name, words }) - 1;
    for (const key of keysOf(words)) {
      const there = this.#bySound.get(key);
      if (there === undefined) this.#bySound.set(key, [at]);
      else there.push(at);
    }
  }

  get size(): number {
    return this.#names.length;
  }

  /** The names at or above the threshold, most alike first; one for each entry. */
  find(name: string, threshold = THRESHOLD): Found<Entry>[] {
    const words = foldName(name);
    const best = new Map<Entry, Found<Entry>>();
    for (const at of this.#candidates(words)) {
      const { entry, name: listed, words: there } = this.#names[at]!;
      const score = nameSimilarity(words, there);
      if (score >= threshold && score > (best.get(entry)?.score ?? 0)) {
        best.set(entry, { entry, name: listed, score });
      }
    }
    return [...best.values()].toSorted((one, other) => other.score - one.score);
  }

  /** The rarest sounds first, so that a common given name does not crowd out the family's. */
  #candidates(words: readonly Word[]): ReadonlySet<number> {
    const byRarity = [...keysOf(words)]
      .map(key => this.#bySound.get(key) ?? [])
      .toSorted((one, other) => one.length - other.length);
    const found = new Set<number>();
    for (const list of byRarity) {
      if (found.size > 0 && found.size + list.length > MOST_CANDIDATES) break;
      for (const at of list) found.add(at);
    }
    return found;
  }
}

/** Sounds of all words; long ones also with one sound left out, and a name of two words also written as one. */
function keysOf(words: readonly Word[]): ReadonlySet<string> {
  const keys = new Set<string>();
  const every = words.length === 2 ? [...words, ...joinings(words).flat()] : words;
  for (const { plain, sounds } of every) {
    for (const sound of sounds) {
      // One consonant alone says nothing: such words are found as they are written.
      keys.add(sound.length < 2 ? `=${plain}` : sound);
      if (sound.length < 4) continue;
      for (let at = 0; at < sound.length; at++) keys.add(sound.slice(0, at) + sound.slice(at + 1));
    }
  }
  return keys;
}
