export interface Change {
  /** Path, e.g. `items.0.fee`. Empty if the value is no object. */
  readonly path: string;
  /** Null: absent before or after. */
  readonly before: string | null;
  readonly after: string | null;
  readonly changed: boolean;
}

/** Two values compared, leaf by leaf, in the order of the newer one. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const old = new Map(leaves(before, ''));
  const next = new Map(leaves(after, ''));
  const paths = [...next.keys(), ...[...old.keys()].filter(path => !next.has(path))];
  return paths.map(path => {
    const [from, to] = [old.get(path) ?? null, next.get(path) ?? null];
    return { path, before: from, after: to, changed: from !== to };
  });
}

function leaves(value: unknown, path: string): [path: string, text: string][] {
  if (value === null || value === undefined) return path === '' ? [] : [[path, '—']];
  if (typeof value !== 'object') return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}
