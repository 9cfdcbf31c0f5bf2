type Letter<L extends string> = L extends Lowercase<L> ? L : `_${Lowercase<L>}`;

export type Snake<W extends string> = W extends `${infer First}${infer Rest}`
  ? `${Letter<First>}${Snake<Rest>}`
  : W;
type Camel<W extends string> = W extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : W;

/**
 * The wire's word for one of the core's: `stop_limit` for `stopLimit`. Types know which it is; null stays null. What is
 * written so already stays: apps understand what earlier releases published with it.
 */
export function toWire<const W extends string | null>(word: W): W extends string ? Snake<W> : W;
export function toWire(word: string | null): string | null {
  return word === null ? null : word.replaceAll(/[A-Z]/gu, letter => `_${letter.toLowerCase()}`);
}

/** The core's word for one of the wire's. One that was published in camel case is still understood. */
export function fromWire<const W extends string | null | undefined>(word: W): W extends string ? Camel<W> : W;
export function fromWire(word: string | null | undefined): string | null | undefined {
  return word?.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase()) ?? word;
}
