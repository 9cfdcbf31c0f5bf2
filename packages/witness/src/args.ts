/** Words after the name of a program: `--name value`, and others. */
export interface Args {
  readonly words: readonly string[];
  /** Of an option that is given once at most. @throws UsageError if it is given more often */
  one(name: string): string | null;
  all(name: string): readonly string[];
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError for an option that is not known, or without its value */
export function readArgs(args: readonly string[], known: readonly string[]): Args {
  const words: string[] = [];
  const values = new Map<string, string[]>();
  for (let i = 0; i < args.length; i++) {
    const word = args[i]!;
    if (!word.startsWith('--')) {
      words.push(word);
      continue;
    }
    const value = args[++i];
    if (!known.includes(word)) throw new UsageError(`${word} is not known`);
    if (value === undefined) throw new UsageError(`${word} needs a value`);
    values.set(word, [...(values.get(word) ?? []), value]);
  }
  const all = (name: string): readonly string[] => values.get(name) ?? [];
  return {
    words,
    all,
    one(name) {
      const [first = null, ...more] = all(name);
      if (more.length > 0) throw new UsageError(`${name} is given twice`);
      return first;
    },
  };
}

/** A whole number in bounds, or what stands for none. @throws UsageError */
export function wholeOf(text: string | null, least: number, most: number, otherwise: number): number {
  if (text === null) return otherwise;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new UsageError(`${text} is not a whole number from ${least} to ${most}`);
  }
  return value;
}
