/** What was read, or the first malformed line. */
export type Read<T> = { readonly items: T[] } | { readonly line: string };

/** One thing per line, with parts separated by blanks; empty lines are skipped. */
export function readLines<T>(text: string, itemOf: (parts: string[]) => T | null): Read<T> {
  const items: T[] = [];
  for (const line of text.split('\n').map(part => part.trim())) {
    if (line === '') continue;
    const item = itemOf(line.split(/\s+/));
    if (item === null) return { line };
    items.push(item);
  }
  return { items };
}
