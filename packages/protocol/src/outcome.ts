/**
 * What a failure says about the request. `lost`: nothing, it may have been carried out. `unread`: refused before being
 * read, which says nothing about earlier attempts. `answered`: refused, and it stays refused under its key.
 */
export type Outcome = 'lost' | 'unread' | 'answered';

/** Decided by the HTTP status of a failure; 0 without a reply. */
export function outcomeOfStatus(status: number): Outcome {
  if (status === 0 || status === 429 || status >= 500) return 'lost';
  return status === 401 || status === 403 ? 'unread' : 'answered';
}
