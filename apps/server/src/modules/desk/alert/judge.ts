import type { AlertKind } from '@tallystick/protocol/desk/alerts';

/** One thing as it was found. Between `bad` and `good` lies what neither raises nor resolves anything. */
export interface Reading {
  readonly kind: AlertKind;
  readonly subject: string;
  readonly state: 'bad' | 'between' | 'good';
  /** What was found, and the limit. */
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

/** Found so often, one look after the other, it is so. */
const LOOKS = 2;

/**
 * Whether a figure is beyond its limit, on a level that has to be left clearly before it is good again: four fifths of
 * what is too much, five quarters of what is too little.
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
 * Decides from one look to the next what is to be raised and what is over. A single look raises and resolves nothing,
 * and what goes up and down around a limit is raised once.
 */
export class Judge {
  /** By subject: how many looks running it was bad, or good. What is neither, or unknown, is not in it. */
  #bad = new Map<string, number>();
  #good = new Map<string, number>();

  /** `covered`: kinds that were looked at; of others nothing is known, and nothing changes. */
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
      // What is gone altogether is good, too: a queue that was closed, a market that was taken off.
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
