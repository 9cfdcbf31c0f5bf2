import type { LogEvidence } from '@tallystick/verify/evidence';
import { callApi } from './api-client.ts';
import { ApiError } from './errors.ts';

/** An index tick with its proof up to a signed head of the price log; null while no signature covers it. */
export async function fetchIndexEvidence(number: number, signal: AbortSignal): Promise<LogEvidence | null> {
  const { origin, keys } = await callApi('GET price_log/keys', {}, { signal });
  // A key is listed after its first signature.
  if (keys.length === 0) return null;
  const checkpoint = await callApi('GET price_log/checkpoint', {}, { signal });
  const { size } = checkpoint;
  if (size < number) return null;
  try {
    const [{ previous_hash, ticks }, { hashes }] = await Promise.all([
      callApi('GET price_log/ticks', { from: number, limit: 1 }, { signal }),
      callApi('GET price_log/inclusion', { number, size }, { signal }),
    ]);
    return { origin, keys, range: { previous_hash, ticks }, checkpoint, inclusion: hashes, earlier: null };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'archive_unreadable') return null;
    throw error;
  }
}
