/** Scripts that are written without spaces, or (Hangul) with endings grown onto the words. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー々`;
const RUNS = new RegExp(String.raw`[${UNSPACED}]+|[\p{L}\p{N}_]+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
/** A run of words ends where other scripts begin: `USDT提现` is two. */
const SPLIT = new RegExp(`(?<=[${UNSPACED}])(?=[^${UNSPACED}])|(?<=[^${UNSPACED}])(?=[${UNSPACED}])`, 'u');
/** Of one or many: the same thing is looked for. */
const PLURAL = /^(?<stem>[a-z]{4,}[a-rt-z])s$/;

/** Small letters, full width as half, Latin letters without accents: as people type who are in a hurry. */
export function normal(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('đ', 'd');
}

/**
 * What a text is found by: its words, and of scripts without spaces each pair of neighbouring characters (bigrams). Codes
 * count whole and by their words. Sorted out nothing: the same token comes as often as it stands there.
 */
export function tokensOf(text: string): string[] {
  return [...normal(text).matchAll(RUNS)]
    .flatMap(([run]) => run.split(SPLIT))
    .flatMap(run => (IS_UNSPACED.test(run) ? bigramsOf([...run]) : wordsOf(run)));
}

function bigramsOf(characters: readonly string[]): string[] {
  if (characters.length === 1) return [...characters];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function wordsOf(run: string): string[] {
  const parts = run.split('_').filter(part => part !== '');
  const words = parts.map(part => part.replace(PLURAL, '$<stem>'));
  return parts.length > 1 ? [run, ...words] : words;
}
