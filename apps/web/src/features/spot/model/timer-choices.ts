/** Times a dead man's switch can be set to, in milliseconds. The exchange allows 1 second to 24 hours. */
export const AFTER_CHOICES = [30_000, 60_000, 300_000, 900_000, 3_600_000, 14_400_000, 86_400_000] as const;

export const USUAL_AFTER_MS = 300_000;

/** The times last chosen, by market: `Extend` sets the same again. */
export type ChosenTimes = Readonly<Record<string, number>>;

/** The time last chosen for a market, from whatever was stored. */
export function chosenAfterMs(stored: unknown, marketId: number): number {
  const times = typeof stored === 'object' && stored !== null ? (stored as ChosenTimes) : {};
  const chosen = times[String(marketId)];
  return AFTER_CHOICES.find(choice => choice === chosen) ?? USUAL_AFTER_MS;
}

/** What `Extend` sets: the time last chosen, but never less than is left, for one set elsewhere. */
export function extensionMs(chosenMs: number, leftMs: number): number {
  const leastMs = Math.max(chosenMs, leftMs);
  return AFTER_CHOICES.find(choice => choice >= leastMs) ?? AFTER_CHOICES.at(-1)!;
}

const UNITS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** `30 sec`, `5 min`, `24 hr`, in the language of the tag. */
export function timeName(ms: number, languageTag: string): string {
  const [unit, length] = UNITS.find(([, unitMs]) => ms % unitMs === 0) ?? UNITS[2];
  return new Intl.NumberFormat(languageTag, { style: 'unit', unit, unitDisplay: 'long' }).format(ms / length);
}
