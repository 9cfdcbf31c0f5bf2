import type { FastifyInstance } from 'fastify';
import type { FollowerEngine } from '../engine/remote/follower-engine.ts';
import { cookieOf } from './browser.ts';
import { CallFailure } from './call-failure.ts';

export interface SeenOptions {
  readonly follower: Pick<FollowerEngine, 'sequence' | 'whenAt'>;
  /** Over https only. */
  readonly secure: boolean;
}

const COOKIE = 'tallystick_seen';
/** A gateway that is further behind is not ready, and serves nobody. */
const KEPT_S = 10;
const WITHIN_MS = 1_000;

/**
 * Whoever changed something at one gateway finds it at every other: the answer carries the place in the journal up to
 * which its gateway has seen, in a cookie, and a gateway that gets it back goes no further before it is there. A place
 * that does not come within a second is answered with `busy`, never with an older state.
 */
export function waitForSeen(app: FastifyInstance, { follower, secure }: SeenOptions): void {
  app.addHook('onRequest', async request => {
    const seen = Number(cookieOf(request.headers.cookie, COOKIE) ?? 0);
    if (!Number.isSafeInteger(seen) || !request.url.startsWith('/api/')) return;
    if (seen <= follower.sequence()) return;
    await new Promise<void>((resolve, reject) => {
      const giveUp = follower.whenAt(seen, () => {
        clearTimeout(timer);
        resolve();
      });
      const timer = setTimeout(() => {
        giveUp();
        reject(new CallFailure('busy'));
      }, WITHIN_MS);
    });
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || !request.url.startsWith('/api/')) return;
    const limits = `Path=/api; Max-Age=${KEPT_S}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
    reply.header('set-cookie', `${COOKIE}=${follower.sequence()}; ${limits}`);
  });
}
