/** `proRata` as `pro_rata`: how words are written on the wire. The core, its journal and the database have camel case. */
export type SnakeWord<Word extends string> = Word extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeWord<Rest>}`
  : '';

export type CamelWord<Word extends string> = Word extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelWord<Tail>>}`
  : Word;

/** A word of the core as the wire has it; one that is written so already stays. */
export function snakeWord<const Word extends string>(word: Word): SnakeWord<Word> {
  return word.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`) as SnakeWord<Word>;
}

/** A word of the wire as the core has it. */
export function camelWord<const Word extends string>(word: Word): CamelWord<Word> {
  return word.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelWord<Word>;
}
