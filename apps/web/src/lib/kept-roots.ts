import { createStoredStore } from './stored-store.ts';

/** Points whose roots are kept; the oldest are dropped first. */
const KEPT = 1_000;

/** Chain hash of each audit point's record as this device saw it first, by the point's number. */
type Roots = Readonly<Record<string, string>>;

function accept(stored: unknown): Roots {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const store = createStoredStore<Roots>('auditRoots', accept);

/** Keeps what is not known yet. The first stays: a later one must not replace it. */
export function keepRoots(points: readonly { readonly point: number; readonly record_hash: string }[]): void {
  const known = store.read();
  const fresh = points.filter(({ point }) => known[point] === undefined);
  if (fresh.length === 0) return;
  store.change(current => {
    const added = fresh.map(({ point, record_hash: hash }) => [String(point), hash] as const);
    const all = { ...current, ...Object.fromEntries(added) };
    // Numeric keys are listed in ascending order: the oldest points come first.
    return Object.fromEntries(Object.entries(all).slice(-KEPT));
  });
}

/** Null: this device has not seen the point. */
export function keptRoot(point: number): string | null {
  return store.read()[point] ?? null;
}

/** The first point whose record is another now; null: none is. */
export function contradicted(
  points: readonly { readonly point: number; readonly record_hash: string }[],
): { readonly point: number; readonly before: string; readonly now: string } | null {
  for (const { point, record_hash: now } of points) {
    const before = keptRoot(point);
    if (before !== null && before !== now) return { point, before, now };
  }
  return null;
}
