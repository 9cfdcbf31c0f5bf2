import type { RegisterCall } from '../../http/call-router.ts';
import type { Status } from './service.ts';

/** As long as a page may show what has changed meanwhile. */
const CACHED_S = 5;

export function registerStatusCalls(register: RegisterCall, status: Status): void {
  register('GET status/now', (_input, { cacheFor }) => {
    cacheFor(CACHED_S);
    return status.now();
  });
  // Not for caches: one address answers in eight languages.
  register('GET status/history', (_input, { language }) => status.history(language));
}
