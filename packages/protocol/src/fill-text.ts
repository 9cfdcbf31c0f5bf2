/** `{count}`; or a word that follows a number, as for 1 and as for others: `{count|day|days}`. */
const PLACEHOLDER = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

/**
 * A text with its placeholders filled in: the one way in which texts of both apps, refusals, notices and mails are.
 * `valueOf` gives what a name stands for, as it is to be shown; undefined leaves the placeholder as it is. Values are never
 * looked through for placeholders themselves.
 */
export function fillText(text: string, valueOf: (name: string) => string | undefined): string {
  return text.replace(PLACEHOLDER, (whole: string, name: string, one?: string, other?: string) => {
    const value = valueOf(name);
    if (value === undefined) return whole;
    if (one === undefined || other === undefined) return value;
    return value === '1' ? one : other;
  });
}

/** The names of a text's placeholders, each once, sorted. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))].toSorted();
}
