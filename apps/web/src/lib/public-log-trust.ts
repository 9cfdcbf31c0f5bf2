import { createStoredStore } from './stored-store.ts';

/** The state of the public log that this device has seen, to detect a different log. */
export interface PublicLogTrust {
  readonly origin: string;
  /** Public keys it trusts: those of its first visit, and keys that signed together with them. */
  readonly keys: readonly string[];
  /** The newest head it trusts, with its witnesses. */
  readonly note: string;
  readonly size: number;
  /** Verifier keys of the witnesses of its first visit, and how many of them it asks for. */
  readonly witnesses: readonly string[];
  readonly need: number;
  /** When it was last compared successfully with a newer one; null after the first visit. */
  readonly comparedAtMs: number | null;
}

function accept(stored: unknown): PublicLogTrust | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { origin, keys, note, size, witnesses, need, comparedAtMs } = stored as Partial<PublicLogTrust>;
  const isWhole = typeof origin === 'string' && typeof note === 'string' && typeof size === 'number';
  if (!isWhole || !Array.isArray(keys) || !Array.isArray(witnesses) || typeof need !== 'number') return null;
  return { origin, keys, note, size, witnesses, need, comparedAtMs: comparedAtMs ?? null };
}

/** How the origin of the public log ends; before it stands the exchange's own. */
const ENDING = '/public';

/**
 * The exchange whose public log this device trusts: what addresses sign for. Before the first head is trusted there is only
 * what the exchange says of itself.
 */
export function exchangeOf(trust: Pick<PublicLogTrust, 'origin'> | null, said: string): string {
  if (trust === null) return said;
  const { origin } = trust;
  return origin.endsWith(ENDING) ? origin.slice(0, -ENDING.length) : origin;
}

export const publicLogTrust = createStoredStore<PublicLogTrust | null>('publicLog', accept);
