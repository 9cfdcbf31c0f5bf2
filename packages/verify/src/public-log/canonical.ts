/** What a record's body may hold: whole numbers only, so that every reader writes the same bytes. */
export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [name: string]: Canonical };

/**
 * JSON with names sorted by their UTF-16 code units and no white space (RFC 8785, for values without fractions).
 *
 * @throws RangeError for anything but text, whole numbers that a number holds exactly, booleans, null, lists and plain
 *   objects, and for text that is no well-formed Unicode
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new RangeError('text of half characters has no canonical form');
    return JSON.stringify(value);
  }
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value === 0 ? 0 : value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === undefined) {
    throw new RangeError(`${typeof value} has no canonical form`);
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields).toSorted(byCodeUnits);
  return `{${names.map(name => `${canonicalJson(name)}:${canonicalJson(fields[name])}`).join(',')}}`;
}

function byCodeUnits(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
