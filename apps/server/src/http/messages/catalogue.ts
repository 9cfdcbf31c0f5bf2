import type { ErrorCode, Language } from '@tallystick/protocol';
import { figuresIn } from '@tallystick/protocol/figures';

/**
 * One language's wording of every code. `{name}` stands for a figure of the failure's data; it only occurs inside
 * `[[…]]`, which is left out as a whole when one of its figures is not known. So every message is a sentence with
 * or without figures.
 */
export type Catalogue = Readonly<Record<ErrorCode, string>>;

const OPTIONAL = /\[\[(.*?)\]\]/g;
const PLACEHOLDER = /\{(\w+)\}/g;

/** A message of the language's catalogue with its figures filled in, as the language writes them. */
export function fillIn(
  language: Language,
  message: string,
  data: Readonly<Record<string, string | number | undefined>>,
): string {
  return message.replace(OPTIONAL, (_, part: string) => {
    const names = [...part.matchAll(PLACEHOLDER)].map(match => match[1] ?? '');
    if (names.some(name => data[name] === undefined)) return '';
    return part.replace(PLACEHOLDER, (_whole, name: string) => figuresIn(language, String(data[name])));
  });
}

/** The names of a message's placeholders, sorted. */
export function placeholdersOf(message: string): string[] {
  return [...message.matchAll(PLACEHOLDER)].map(match => match[1] ?? '').toSorted();
}
