import type { Problem } from './problems.ts';

/** Characters: a list of a hundred thousand orders has 20 million. */
const MOST_CHARACTERS = 64 * 2 ** 20;
/** Our files are less than half as deep. */
const MOST_LEVELS = 32;

export type ReadFile =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly problem: Extract<Problem, 'too_large' | 'too_deep' | 'not_json' | 'duplicate_key'>;
    };

/**
 * Reads untrusted JSON, in time and memory bounded by its length. An object with a repeated key is refused: readers could
 * disagree on which of the two counts.
 */
export function readJson(text: string): ReadFile {
  if (text.length > MOST_CHARACTERS) return { ok: false, problem: 'too_large' };
  const problem = structureProblem(text);
  if (problem === 'too_deep') return { ok: false, problem };
  try {
    const value: unknown = JSON.parse(text);
    return problem === null ? { ok: true, value } : { ok: false, problem };
  } catch {
    // Any error means that it is not JSON.
    return { ok: false, problem: 'not_json' };
  }
}

function structureProblem(text: string): 'too_deep' | 'duplicate_key' | null {
  const levels: (Set<string> | null)[] = [];
  let isTwice = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') {
      levels.push(character === '{' ? new Set() : null);
      if (levels.length > MOST_LEVELS) return 'too_deep';
    } else if (character === '}' || character === ']') levels.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      const keys = levels.at(-1);
      if (keys && isKey(text, end)) {
        const key = keyOf(text.slice(at, end));
        if (keys.has(key)) isTwice = true;
        keys.add(key);
      }
      at = end - 1;
    }
  }
  return isTwice ? 'duplicate_key' : null;
}

/** Index after the closing quote of the string that begins there. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function isKey(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at]!)) at++;
  return text[at] === ':';
}

/** Escapes can spell the same key in other letters. */
function keyOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted;
  try {
    return JSON.stringify(JSON.parse(quoted));
  } catch {
    // Not a JSON string: the parser reports that for the whole text.
    return quoted;
  }
}
