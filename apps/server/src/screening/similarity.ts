import { joinWords, type Word } from './fold.ts';

/** How alike two words are, 0 to 1 (Jaro and Winkler: common letters near the same place, more for a common beginning). */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1;
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1);
  let taken = 0;
  let common = 0;
  let matched = '';
  for (let at = 0; at < one.length; at++) {
    const last = Math.min(other.length - 1, at + reach);
    for (let there = Math.max(0, at - reach); there <= last; there++) {
      if ((taken & (1 << there)) !== 0 || one.charCodeAt(at) !== other.charCodeAt(there)) continue;
      taken |= 1 << there;
      matched += one.charAt(at);
      common++;
      break;
    }
  }
  if (common === 0) return 0;
  let moved = 0;
  let next = 0;
  for (let there = 0; there < other.length; there++) {
    if ((taken & (1 << there)) !== 0 && matched.charCodeAt(next++) !== other.charCodeAt(there)) moved += 0.5;
  }
  const jaro = (common / one.length + common / other.length + (common - moved) / common) / 3;
  let begin = 0;
  while (begin < 4 && begin < one.length && one.charCodeAt(begin) === other.charCodeAt(begin)) begin++;
  return jaro + begin * 0.1 * (1 - jaro);
}

/** Whether one becomes the other by so many letters put in, left out, changed or swapped with the next. */
export function isWithin(one: string, other: string, edits: number): boolean {
  if (one === other) return true;
  if (edits === 0 || Math.abs(one.length - other.length) > edits) return false;
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  const [rest, there] = [one.slice(at), other.slice(at)];
  return (
    isWithin(rest.slice(1), there, edits - 1) ||
    isWithin(rest, there.slice(1), edits - 1) ||
    isWithin(rest.slice(1), there.slice(1), edits - 1) ||
    (rest.length > 1 &&
      there.length > 1 &&
      rest[0] === there[1] &&
      rest[1] === there[0] &&
      isWithin(rest.slice(2), there.slice(2), edits - 1))
  );
}

/** The same consonants say the more, the more there are. */
const SAME_SOUNDS = [0, 0.7, 0.86, 0.9, 0.95] as const;
/** One consonant of four or more differs. */
const NEAR_SOUNDS = 0.86;
/** Words that are less alike than this are different words. */
const LEAST = 0.8;

/** 0 (different words), or above 0.8 to 1. */
export function wordSimilarity(one: Word, other: Word): number {
  if (one.plain === other.plain) return 1;
  const bySound = soundSimilarity(one, other);
  // Vowels are not there to be compared.
  if (one.isVowelless || other.isVowelless) return bySound < LEAST ? 0 : bySound;
  const longer = Math.max(one.plain.length, other.plain.length);
  // One letter of four may be mistyped, two of eight.
  const isTyping = longer >= 4 && isWithin(one.plain, other.plain, longer >= 8 ? 2 : 1);
  if (bySound === 0 && !isTyping) return 0;
  const bySpelling = jaroWinkler(one.plain, other.plain);
  const best = Math.max(isTyping ? bySpelling : 0, bySound * (0.8 + 0.2 * bySpelling));
  return best < LEAST ? 0 : best;
}

function soundSimilarity(one: Word, other: Word): number {
  let best = 0;
  for (const sound of one.sounds) {
    for (const there of other.sounds) {
      if (sound === there) {
        best = Math.max(best, SAME_SOUNDS[Math.min(sound.length, SAME_SOUNDS.length - 1)] ?? 0);
      } else if (
        best < NEAR_SOUNDS &&
        Math.min(sound.length, there.length) >= 4 &&
        isWithin(sound, there, 1)
      ) {
        best = NEAR_SOUNDS;
      }
    }
  }
  return best;
}

/** What two names have in common, 0 to 1: word by word in any order, or with two words of the longer one written as one. */
export function nameSimilarity(one: readonly Word[], other: readonly Word[]): number {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one];
  let best = matchWords(fewer, more);
  if (fewer.length < more.length && best < 1) {
    for (const joined of joinings(more)) best = Math.max(best, matchWords(fewer, joined));
  }
  return best;
}

/** The name with each two neighbours written as one word. */
export function joinings(words: readonly Word[]): Word[][] {
  return words
    .slice(1)
    .map((word, at) => [...words.slice(0, at), joinWords(words[at]!, word), ...words.slice(at + 2)]);
}

/** Each further word that only one of them has. */
const FOR_A_WORD_MORE = 0.01;

function matchWords(fewer: readonly Word[], more: readonly Word[]): number {
  // One word out of many is a namesake.
  if (fewer.length === 0 || (fewer.length === 1 && more.length > 1)) return 0;
  let taken = 0;
  let sum = 0;
  let weight = 0;
  let least = 1;
  for (const word of fewer) {
    let best = 0;
    let chosen = -1;
    for (const [at, candidate] of more.entries()) {
      if ((taken & (1 << at)) !== 0) continue;
      const similarity = wordSimilarity(word, candidate);
      if (similarity > best) [best, chosen] = [similarity, at];
    }
    if (chosen === -1) return 0;
    taken |= 1 << chosen;
    // What is alike in a long word is the less likely chance.
    const own = Math.min(8, Math.max(2, word.plain.length));
    sum += best * own;
    weight += own;
    least = Math.min(least, best);
  }
  return (sum / weight + least) / 2 - FOR_A_WORD_MORE * (more.length - fewer.length);
}
