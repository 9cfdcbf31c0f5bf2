import type { ErrorCode, Language } from '@tallystick/protocol';
import { figuresIn } from '@tallystick/protocol/figures';
import { fillText, placeholdersOf } from '@tallystick/protocol/fill-text';

/**
 * One language's text for every code. `{name}` is replaced by a figure of the failure's data. It occurs only inside
 * `[[…]]`, which is omitted completely if one of its figures is unknown, so every message is a complete sentence with
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
