import type { Mode } from './ticket.ts';

/** Option preferences and state stored on this device. */
export interface OptionPreferences {
  readonly mode: Mode;
  /** The last chosen time. */
  readonly seconds: number | undefined;
  /** The customer `awaited` belongs to, as another one may log in on the same phone. */
  readonly customerId: number | undefined;
  /** Options seen running whose result was not shown yet. Each result is shown once, even after a restart. */
  readonly awaited: readonly number[];
}

/** Most entries kept; the oldest are dropped first. */
const MOST_AWAITED = 100;

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

export function acceptPreferences(stored: unknown): OptionPreferences {
  const from: Partial<Record<keyof OptionPreferences, unknown>> =
    typeof stored === 'object' && stored !== null ? stored : {};
  return {
    mode: from.mode === 'practice' ? 'practice' : 'real',
    seconds: isId(from.seconds) ? from.seconds : undefined,
    customerId: isId(from.customerId) ? from.customerId : undefined,
    awaited: Array.isArray(from.awaited) ? from.awaited.filter(isId) : [],
  };
}

/** This customer's options whose result was not shown yet. */
export function awaitedBy(preferences: OptionPreferences, customerId: number): readonly number[] {
  return preferences.customerId === customerId ? preferences.awaited : [];
}

/** Adds running options. Returns the same object if all are known. */
export function awaitResults(
  preferences: OptionPreferences,
  customerId: number,
  ids: readonly number[],
): OptionPreferences {
  const known = awaitedBy(preferences, customerId);
  const added = ids.filter(id => !known.includes(id));
  if (added.length === 0) return preferences;
  return { ...preferences, customerId, awaited: [...known, ...added].slice(-MOST_AWAITED) };
}

/** Removes options whose result was shown or does not exist. */
export function resultsShown(preferences: OptionPreferences, ids: readonly number[]): OptionPreferences {
  return { ...preferences, awaited: preferences.awaited.filter(id => !ids.includes(id)) };
}
