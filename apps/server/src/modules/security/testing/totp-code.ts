import { generateSync } from 'otplib';

const STEP_MS = 30_000;
/** So long a code may be on its way. */
const TYPED_WITHIN_MS = 10_000;

/** The code an authenticator app shows at that time. */
export function codeOf(secret: string, atMs: number): string {
  return generateSync({ secret, epoch: Math.floor(atMs / 1000) });
}

/**
 * An authenticator app on the real clock that never shows a code twice: it begins with the step before this one, the
 * oldest that is accepted, and goes no further than the next.
 */
export function realTimeApp(secret: string): { next(): Promise<string> } {
  let last = 0;
  return {
    async next() {
      const now = (): number => Math.floor(Date.now() / STEP_MS);
      const step = Math.max(last + 1, Math.floor((Date.now() + TYPED_WITHIN_MS) / STEP_MS) - 1);
      while (step > now() + 1) await new Promise(resolve => setTimeout(resolve, 200));
      last = step;
      return codeOf(secret, step * STEP_MS);
    },
  };
}
