import type { ErrorCode, Language } from '@tallystick/protocol';
import { figuresIn } from '@tallystick/protocol/figures';
import { fillText, placeholdersOf } from '@tallystick/protocol/fill-text';

/**
 * One language's wording of every code. `{name}` stands for a figure of the failure's data; it only occurs inside
 * `[[…]]`, which is left out as a whole when one of its figures is not known. So every message is a sentence with
 * or without figures.
 */
export type Catalogue = Readonly<Record<ErrorCode, string>>;

const OPTIONAL = /\[\[(.*?)\]\]/g;

/** A message of the language's catalogue with its figures filled in, as the language writes them. */
export function fillIn(
  language: Language,
  message: string,
  data: Readonly<Record<string, string | number | undefined>>,
): string {
  return message.replace(OPTIONAL, (_, part: string) => {
    if (placeholdersOf(part).some(name => data[name] === undefined)) return '';
    return fillText(part, name => figuresIn(language, String(data[name])));
  });
}
