/** Why the customer was sent to this page, from the location's state. */
export function reasonOf(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'reason' in state ? String(state.reason) : undefined;
}
