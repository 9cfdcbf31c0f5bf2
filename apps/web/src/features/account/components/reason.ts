/** Why the customer is sent to this page, as the page that sent them put it into the location's state. */
export function reasonOf(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'reason' in state ? String(state.reason) : undefined;
}
