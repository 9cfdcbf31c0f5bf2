import anyAscii from 'any-ascii';

/** A word of a name, as it is compared. */
export interface Word {
  /** Lower-case Latin letters and digits. */
  readonly plain: string;
  /** Its consonants by sound; several where a letter is read in several ways. Never empty. */
  readonly sounds: readonly string[];
  /** Its script writes vowels incompletely, or in another order than they are spoken: only sounds can be compared. */
  readonly isVowelless: boolean;
}

/** Titles, articles and words for "son of": left out by some and written by others. */
const PARTICLES = new Set(
  `al el ul ad ibn bin bint ben abu von van der den de da di du dos das del della la le y e dr mr mrs ms prof sir haji hajji sheikh
   shaykh jr sr`.split(/\s+/),
);

/** Scripts whose vowels reach Latin letters whole; in all others a name is compared by its consonants. */
const VOWELLED =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Georgian}\p{Script=Armenian}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Coptic}]/u;
/** Thai and Khmer mark consonants that are not spoken. */
const SILENT = /[\u0E01-\u0E2E][\u0E34-\u0E3A]?\u0E4C|[\u1780-\u17A2]\u17CD/gu;
/** Written before the consonant they are spoken after. */
const PREPOSED = /([\u0E40-\u0E44\u0EC0-\u0EC4])([\u0E01-\u0E2E\u0E81-\u0EAE])/gu;
const LONGEST = 300;
const MOST_WORDS = 12;
const LONGEST_WORD = 30;

/** The words of a name in any script. At most 12 of its first 300 characters; empty where there is no letter or digit. */
export function foldName(name: string): Word[] {
  const text = name.slice(0, LONGEST).normalize('NFKC').replace(SILENT, '').replace(PREPOSED, '$2$1');
  const words = text
    // What stands within words, in Latin letters and by itself (geresh, hamza, soft signs).
    .replaceAll(/['’‘ʼʻ`´"״׳.]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(word => word !== '')
    .flatMap(apart)
    .map(foldWord)
    .filter(word => word.plain !== '');
  const meant = words.filter(word => !PARTICLES.has(word.plain));
  return (meant.length === 0 ? words : meant).slice(0, MOST_WORDS);
}

/** Two words written as one. */
export function joinWords(first: Word, second: Word): Word {
  const plain = (first.plain + second.plain).slice(0, LONGEST_WORD);
  const isVowelless = first.isVowelless || second.isVowelless;
  return {
    plain,
    sounds: soundsOf(plain, isVowelless, first.sounds[0]?.startsWith('A') ?? false),
    isVowelless,
  };
}

/** Family names of Han are written first, without a blank: two of them have two characters only seldom. */
function apart(word: string): string[] {
  if (!/^\p{Script=Han}{2,4}$|^\p{Script=Hangul}{3,4}$/u.test(word)) return [word];
  const family = word.length === 4 ? 2 : 1;
  return [word.slice(0, family), word.slice(family)];
}

function foldWord(word: string): Word {
  const isVowelless = !VOWELLED.test(word);
  // The Arabic article is part of the word.
  const said = /^\u0627\u0644\p{Script=Arabic}{3}/u.test(word) ? word.slice(2) : word;
  const plain = anyAscii(said)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, LONGEST_WORD);
  const isOpen = !CONSONANT.test(anyAscii([...said][0] ?? ''));
  return { plain, sounds: soundsOf(plain, isVowelless, isOpen), isVowelless };
}

const CONSONANT = /^[bcdfghjklmnpqrstvwxz]/i;
/** The Arabic article, written together with its word. */
const ARTICLE = /^[ae]l(?=[^aeiouy]\w{3})/;

/** Letters that stand for one sound in the usual romanisations; the first that fits counts. `|`: or. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^(shch|sch|tsch)/, 'S|J'],
  [/^(tch|tsh|dzh|dj|cz)/, 'J'],
  [/^(ch)/, 'J|K|S'],
  [/^(zh)/, 'J|S'],
  [/^(sh|ss|ts|tz|dz)/, 'S'],
  [/^(kh|gh|ck|qu)/, 'K'],
  [/^(ph|bh)/, 'F|P'],
  [/^(th|dh|dd|tt)/, 'T'],
  [/^(ng|nn)/, 'N'],
  [/^(mm)/, 'M'],
  // A nasal before another consonant is written as either.
  [/^(m|n)(?=[bcdfgjkpstvz])/, 'M|N'],
  [/^(x)/, 'KS|S'],
  [/^(j)/, 'J|'],
  [/^(c)(?=[eiy])/, 'S|J'],
  [/^(c)/, 'K|J'],
  [/^(z|s)/, 'S'],
  [/^(g|k|q)/, 'K'],
  [/^(b|p)/, 'P'],
  [/^(f|v)/, 'F'],
  [/^(d|t)/, 'T'],
  [/^(w)/, 'F|'],
  [/^(l)/, 'L'],
  [/^(r)/, 'R'],
  [/^(m)/, 'M'],
  [/^(n)/, 'N'],
  [/^([0-9])/, '#'],
];
const MOST_READINGS = 6;

/** @param isOpen it begins with a vowel, which some scripts write and their transliteration leaves out */
function soundsOf(plain: string, isVowelless: boolean, isOpen: boolean): string[] {
  let readings = isOpen ? ['A'] : [''];
  for (let at = 0; at < plain.length;) {
    const rest = plain.slice(at);
    const [taken, sounds] = at === 0 && !isOpen ? firstSound(rest, isVowelless) : soundAt(rest, isVowelless);
    at += taken;
    readings = [...new Set(readings.flatMap(one => sounds.map(sound => append(one, sound))))].slice(
      0,
      MOST_READINGS,
    );
  }
  const bare = plain.replace(ARTICLE, '');
  const further = bare === plain ? [] : soundsOf(bare, isVowelless, false);
  return [...new Set([...readings.map(one => (one === '' ? 'A' : one)), ...further])];
}

/** At the beginning an h is heard, and a j or w may be a vowel; within a word h only colours the letter before. */
function firstSound(rest: string, isVowelless: boolean): readonly [taken: number, sounds: readonly string[]] {
  if (rest.startsWith('h') || rest.startsWith('kh')) return [rest.startsWith('h') ? 1 : 2, ['H', 'K']];
  if (rest.startsWith('j')) return [1, ['J', 'A']];
  if (rest.startsWith('w')) return [1, ['F', 'A']];
  return soundAt(rest, isVowelless);
}

function soundAt(rest: string, isVowelless: boolean): readonly [taken: number, sounds: readonly string[]] {
  // One letter of these scripts is a consonant or a long vowel, and another two consonants.
  if (isVowelless && rest.startsWith('v')) return [1, ['F', '', 'P']];
  if (isVowelless && rest.startsWith('f')) return [1, ['F', 'P']];
  for (const [pattern, sounds] of SOUNDS) {
    const found = pattern.exec(rest);
    if (found?.[1] !== undefined) {
      const digit = sounds === '#' ? found[1] : sounds;
      return [found[1].length, digit.split('|')];
    }
  }
  return [1, ['']];
}

/** Doubled sounds count once. */
function append(reading: string, sound: string): string {
  return sound !== '' && reading.endsWith(sound) ? reading : reading + sound;
}
