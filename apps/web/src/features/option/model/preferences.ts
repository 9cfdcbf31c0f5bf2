import type { Mode } from './ticket.ts';

/** What this device remembers of its owner's options. */
export interface OptionPreferences {
  readonly mode: Mode;
  /** The time chosen last. */
  readonly seconds: number | undefined;
  /** Whose options the list below is about: another customer may log in on the same phone. */
  readonly customerId: number | undefined;
  /** Options seen running whose result has not been shown: each is shown once, also after the app was closed. */
  readonly awaited: readonly number[];
}

/** More than anybody watches; the oldest are forgotten first. */
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

/** Options of this customer whose result is still to be shown. */
export function awaitedBy(preferences: OptionPreferences, customerId: number): readonly number[] {
  return preferences.customerId === customerId ? preferences.awaited : [];
}

/** Adds options that are running; the same object when all are known. */
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

/** The result was shown, or there is none to show. */
export function resultsShown(preferences: OptionPreferences, ids: readonly number[]): OptionPreferences {
  return { ...preferences, awaited: preferences.awaited.filter(id => !ids.includes(id)) };
}
