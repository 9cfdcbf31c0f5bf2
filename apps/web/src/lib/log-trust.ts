import { createStoredStore } from './stored-store.ts';

/** The state of the price log that this device has seen, to detect a different log. */
export interface LogTrust {
  readonly origin: string;
  /** Public keys it trusts: those of its first visit, and keys that signed together with them. */
  readonly keys: readonly string[];
  /** The newest signed head it has seen. */
  readonly note: string;
  readonly size: number;
  /** Time of that head, by the exchange's clock. */
  readonly atMs: number;
  /** When it was last compared successfully with a newer one; null after the first visit. */
  readonly comparedAtMs: number | null;
}

function accept(stored: unknown): LogTrust | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { origin, keys, note, size, atMs, comparedAtMs } = stored as Partial<LogTrust>;
  const isWhole = typeof origin === 'string' && typeof note === 'string' && Array.isArray(keys);
  if (!isWhole || typeof size !== 'number' || typeof atMs !== 'number') return null;
  return { origin, keys, note, size, atMs, comparedAtMs: comparedAtMs ?? null };
}

export const logTrust = createStoredStore<LogTrust | null>('priceLog', accept);
