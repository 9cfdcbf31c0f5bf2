/** Scripts without spaces between words, or (Hangul) with endings attached to words. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー々`;
const RUNS = new RegExp(String.raw`[${UNSPACED}]+|[\p{L}\p{N}_]+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
/** Splits where the script changes: `USDT提现` gives two runs. */
const SPLIT = new RegExp(`(?<=[${UNSPACED}])(?=[^${UNSPACED}])|(?<=[^${UNSPACED}])(?=[${UNSPACED}])`, 'u');
/** English plurals. */
const PLURAL = /^(?<stem>[a-z]{4,}[a-rt-z])s$/;

/** Lower case, half width, Latin letters without accents, so that carelessly typed queries match. */
export function normal(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('đ', 'd');
}

/**
 * A text's tokens for the search: its words, and for scripts without spaces each pair of neighbouring characters (bigrams).
 * Codes count as a whole and by their words. A token appears as often as in the text.
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
