import { createStoredStore } from './stored-store.ts';

/** Points whose roots are kept; the oldest are dropped first. */
const KEPT = 1_000;

/** Chain hash of each audit point's record as this device saw it first, by the point's number. */
type Roots = Readonly<Record<string, string>>;

interface Kept {
  /** The newest point of which this device has seen that a signed head covers it; 0: none. */
  readonly newest: number;
  readonly roots: Roots;
}

function accept(stored: unknown): Kept {
  if (typeof stored !== 'object' || stored === null) return { newest: 0, roots: {} };
  const { newest, roots } = stored as Partial<Kept>;
  if (typeof newest !== 'number' || typeof roots !== 'object' || roots === null) return accept(null);
  const entries = Object.entries(roots).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { newest, roots: Object.fromEntries(entries) };
}

const store = createStoredStore<Kept>('auditRoots', accept);

interface ListedRoot {
  readonly point: number;
  readonly record_hash: string;
}

/**
 * Keeps what is not known yet of a list: up to the newest point that a signed head was seen to cover, so that nobody drives out
 * what is kept with points that do not exist. The first stays: a later one must not replace it.
 */
export function keepRoots(points: readonly ListedRoot[]): void {
  const { newest, roots } = store.read();
  const fresh = points.filter(({ point }) => point <= newest && roots[point] === undefined);
  if (fresh.length > 0) keep(newest, fresh);
}

/** Keeps the root of a point that a signed head covers. */
export function keepProvenRoot(one: ListedRoot): void {
  const { newest, roots } = store.read();
  if (roots[one.point] === undefined || one.point > newest) keep(Math.max(newest, one.point), [one]);
}

function keep(newest: number, fresh: readonly ListedRoot[]): void {
  store.change(({ roots }) => {
    const added = fresh.map(({ point, record_hash: hash }) => [String(point), hash] as const);
    const all = { ...Object.fromEntries(added), ...roots };
    // Numeric keys are listed in ascending order: the oldest points come first.
    return { newest, roots: Object.fromEntries(Object.entries(all).slice(-KEPT)) };
  });
}

/** All that is kept, by the point's number. */
export function keptRoots(): Roots {
  return store.read().roots;
}

/** The first point whose record is another now; null: none is. */
export function contradicted(
  points: readonly ListedRoot[],
): { readonly point: number; readonly before: string; readonly now: string } | null {
  const roots = keptRoots();
  for (const { point, record_hash: now } of points) {
    const before = roots[point];
    if (before !== undefined && before !== now) return { point, before, now };
  }
  return null;
}
