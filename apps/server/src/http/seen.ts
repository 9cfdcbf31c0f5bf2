import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FollowerEngine } from '../engine/remote/follower-engine.ts';
import { cookieOf } from './browser.ts';
import { CallFailure } from './call-failure.ts';

export interface SeenOptions {
  readonly follower: Pick<FollowerEngine, 'sequence' | 'whenAt'>;
  /** SECRET_KEY: all gateways of an exchange sign alike. */
  readonly secret: Buffer;
  /** Over https only. */
  readonly secure: boolean;
}

const COOKIE = 'tallystick_seen';
/** A gateway that is further behind is not ready, and serves nobody. */
const KEPT_S = 10;
const WITHIN_MS = 1_000;
/** More commands than any core writes in the time that a place is kept: one further ahead is of another journal. */
const MOST_AHEAD = 10_000_000;
/** Requests of one process that wait at once. A gateway with more is behind for everybody. */
const MOST_WAITING = 1_000;
const SIGNATURE_BYTES = 16;

/**
 * Whoever changed something at one gateway finds it at every other: the answer carries the place in the journal up to
 * which its gateway has seen, in a cookie, and a gateway that gets it back goes no further before it is there. A place
 * that does not come within a second is answered with `busy`, never with an older state.
 *
 * Places are signed, so that nobody makes requests wait for what nobody has seen. What is not ours, or cannot be of this
 * journal, is taken away and waited for by none. Rate limits come first.
 */
export function waitForSeen(app: FastifyInstance, { follower, secret, secure }: SeenOptions): void {
  const limits = `Path=/api; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  const signatureOf = (sequence: number): string =>
    createHmac('sha256', secret)
      .update(`seen\n${sequence}`)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
      .toString('base64url');
  /** What a request carries. 0: nothing; null: what is not ours. */
  const placeIn = (request: FastifyRequest): number | null => {
    const cookie = cookieOf(request.headers.cookie, COOKIE);
    if (cookie === null) return 0;
    const [digits = '', signature = ''] = cookie.split('.', 2);
    const sequence = Number(digits);
    if (!/^\d{1,16}$/.test(digits) || !Number.isSafeInteger(sequence)) return null;
    const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(sequence))];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return sequence > follower.sequence() + MOST_AHEAD ? null : sequence;
  };
  let waiting = 0;

  // After all that runs on a request itself: rate limits and the session.
  app.addHook('preParsing', async request => {
    if (!request.url.startsWith('/api/')) return;
    const place = placeIn(request);
    if (place === null || place <= follower.sequence()) return;
    if (waiting >= MOST_WAITING) throw new CallFailure('busy');
    waiting++;
    try {
      await untilAt(follower, place);
    } finally {
      waiting--;
    }
  });
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    const place = placeIn(request);
    const sequence = follower.sequence();
    // What was seen elsewhere and is not here yet stays what the browser has, for the rest of its time.
    if (place !== null && place > sequence) return;
    if (request.method !== 'GET') {
      reply.header(
        'set-cookie',
        `${COOKIE}=${sequence}.${signatureOf(sequence)}; Max-Age=${KEPT_S}; ${limits}`,
      );
    } else if (place === null) reply.header('set-cookie', `${COOKIE}=; Max-Age=0; ${limits}`);
  });
}

function untilAt(follower: SeenOptions['follower'], sequence: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = follower.whenAt(sequence, () => {
      clearTimeout(timer);
      resolve();
    });
    const timer = setTimeout(() => {
      giveUp();
      reject(new CallFailure('busy'));
    }, WITHIN_MS);
  });
}
