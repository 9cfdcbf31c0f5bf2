import type { LogEvidence } from '@tallystick/verify/evidence';
import { callApi } from './api-client.ts';
import { ApiError } from './errors.ts';

/** Why a tick cannot be shown in the signed log just now. */
const NOT_NOW = ['not_yet_signed', 'archive_unreadable'];

/** An index tick with the way to a signed head of the price log; null while no signature covers it. */
export async function fetchIndexEvidence(number: number, signal: AbortSignal): Promise<LogEvidence | null> {
  try {
    const [log, page, checkpoint] = await Promise.all([
      callApi('GET price_log/keys', {}, { signal }),
      callApi('GET price_log/ticks', { from: number, limit: 1 }, { signal }),
      callApi('GET price_log/checkpoint', { size: number }, { signal }),
    ]);
    const { hashes } = await callApi(
      'GET price_log/inclusion',
      { number, size: checkpoint.size },
      { signal },
    );
    const { origin, keys } = log;
    const { previous_hash, ticks } = page;
    return { origin, keys, range: { previous_hash, ticks }, checkpoint, inclusion: hashes, earlier: null };
  } catch (error) {
    if (error instanceof ApiError && NOT_NOW.includes(error.code)) return null;
    throw error;
  }
}
