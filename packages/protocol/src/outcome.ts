/**
 * What a failure says of the request: `lost`: nothing, it may have been carried out; `unread`: this try was turned away at
 * the door, which says nothing of earlier ones; `answered`: it was refused, and stays refused under its key.
 */
export type Outcome = 'lost' | 'unread' | 'answered';

/** By the HTTP status of a failure; 0 when there was no reply. */
export function outcomeOfStatus(status: number): Outcome {
  if (status === 0 || status === 429 || status >= 500) return 'lost';
  return status === 401 || status === 403 ? 'unread' : 'answered';
}
