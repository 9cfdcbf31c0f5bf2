/** Several calls may find at once that the session is over: they must not stack login pages. */
const REPEAT_AFTER_MS = 1_000;

export interface RedirectGate {
  /** Zero when a redirect may happen now, else the milliseconds it has to wait. */
  readonly enter: (nowMs: number) => number;
}

export function createRedirectGate(): RedirectGate {
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    enter: nowMs => {
      const waitMs = lastMs + REPEAT_AFTER_MS - nowMs;
      if (waitMs > 0) return waitMs;
      lastMs = nowMs;
      return 0;
    },
  };
}
