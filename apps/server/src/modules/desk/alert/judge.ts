import type { AlertKind } from '@tallystick/protocol/desk/alerts';

/** One subject's state at a check. Between `bad` and `good` nothing is raised or resolved. */
export interface Reading {
  readonly kind: AlertKind;
  readonly subject: string;
  readonly state: 'bad' | 'between' | 'good';
  /** The figure found, and its limit. */
  readonly figure: string;
  readonly limit: string;
}

export interface AlertKey {
  readonly kind: AlertKind;
  readonly subject: string;
}

export interface Verdict {
  readonly raise: readonly Reading[];
  readonly resolve: readonly AlertKey[];
}

/** A state counts after this many checks in a row. */
const LOOKS = 2;

/**
 * Judges a figure with hysteresis: it is good again only below four fifths of an upper limit, or above five quarters of
 * a lower one.
 */
export function above(figure: number, limit: number): Reading['state'] {
  if (figure > limit) return 'bad';
  return figure <= limit * 0.8 ? 'good' : 'between';
}

export function below(figure: number, limit: number): Reading['state'] {
  if (figure < limit) return 'bad';
  return figure >= limit * 1.25 ? 'good' : 'between';
}

/**
 * Decides after each check which alerts to raise and resolve. A single check changes nothing, and a figure that moves
 * around its limit raises one alert only.
 */
export class Judge {
  /** By subject: how many checks in a row were bad, or good. Subjects in between or unknown are absent. */
  #bad = new Map<string, number>();
  #good = new Map<string, number>();

  /** `covered`: kinds that were checked; alerts of other kinds do not change. */
  step(open: readonly AlertKey[], readings: readonly Reading[], covered: ReadonlySet<AlertKind>): Verdict {
    const bad = new Map<string, number>();
    const good = new Map<string, number>();
    const isOpen = new Set(open.map(keyOf));
    const found = new Map(readings.map(reading => [keyOf(reading), reading]));
    const raise = readings.filter(reading => {
      const key = keyOf(reading);
      if (reading.state !== 'bad' || isOpen.has(key)) return false;
      bad.set(key, (this.#bad.get(key) ?? 0) + 1);
      return (bad.get(key) ?? 0) >= LOOKS;
    });
    const resolve = open.filter(alert => {
      if (!covered.has(alert.kind)) return false;
      const key = keyOf(alert);
      // A subject that no longer exists counts as good: a closed queue, a delisted market.
      if ((found.get(key)?.state ?? 'good') !== 'good') return false;
      good.set(key, (this.#good.get(key) ?? 0) + 1);
      return (good.get(key) ?? 0) >= LOOKS;
    });
    this.#bad = bad;
    this.#good = good;
    return { raise, resolve };
  }
}

function keyOf({ kind, subject }: AlertKey): string {
  return `${kind} ${subject}`;
}
