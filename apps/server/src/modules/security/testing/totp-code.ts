import { generateSync } from 'otplib';

const STEP_MS = 30_000;
/** Time in which a code must be entered. */
const TYPED_WITHIN_MS = 10_000;

/** The code an authenticator app shows at that time. */
export function codeOf(secret: string, atMs: number): string {
  return generateSync({ secret, epoch: Math.floor(atMs / 1000) });
}

/**
 * An authenticator app on the real clock that never repeats a code: it starts with the previous step, the oldest one
 * that is accepted, and goes no further than the next step.
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
