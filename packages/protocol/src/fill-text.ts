/** `{count}`; or a word that follows a number, as for 1 and as for others: `{count|day|days}`. */
const PLACEHOLDER = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

/**
 * Fills in a text's placeholders; used for the texts of both apps, refusals, notices and mails. `valueOf` returns what
 * to show for a name; undefined keeps the placeholder. Values are not searched for placeholders.
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
