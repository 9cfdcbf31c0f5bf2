import { Intents, newKey, pause, sendOnce } from '@tallystick/protocol/intents';
import type { CallName } from '@tallystick/protocol';
import { outcomeOf } from './errors.ts';
import { currentSession } from './session.ts';
import { readTab, writeTab } from './tab-storage.ts';
import { setUnderWay } from './under-way.ts';

/** A call with an idempotency key. However often and from wherever the same is sent, it is done once. */
export interface Deed<Request, Result, Proof = void> {
  readonly call: CallName;
  /** `proof`: what shows that it is the customer; it may be another one when the same is sent again, and is never kept. */
  readonly run: (request: Request, key: string, proof: Proof) => Promise<Result>;
  /** What of a request makes it the same intent: all the customer chose. */
  readonly meaning: (request: Request) => unknown;
}

/**
 * Define it outside components: `call` tells its intents from those of other calls, so two forms that send the same share
 * it. `meaning` leaves out what quotes or dates the request, such as the version of terms; by default nothing.
 */
export function defineDeed<Request, Result, Proof = void>(
  call: CallName,
  run: (request: Request, key: string, proof: Proof) => Promise<Result>,
  meaning: (request: Request) => unknown = request => request,
): Deed<Request, Result, Proof> {
  return { call, run, meaning };
}

const STORED = 'intents';
let isKept = true;

/** Kept for this tab: leaving a form, reloading the page or logging in again must not forget a deed that may be done. */
const intents = new Intents({
  newKey,
  nowMs: Date.now,
  kept: {
    read: () => readTab(STORED),
    write: open => {
      isKept = writeTab(STORED, open);
    },
  },
});

/**
 * Asks again when an answer is lost, and throws when none came: the same sent later is still the same intent. Resolves to
 * the result and to the request it is the result of: the one that was sent first.
 */
export async function sendDeed<Request, Result, Proof>(
  { call, run, meaning }: Deed<Request, Result, Proof>,
  request: Request,
  proof: Proof,
): Promise<{ readonly result: Result; readonly sent: Request }> {
  const owner = currentSession()?.user.id ?? 0;
  const attempt = intents.begin(call, owner, meaning(request), request);
  try {
    const send = () => run(attempt.request, attempt.key, proof);
    return { result: await sendOnce(attempt, send, { outcomeOf, pause }), sent: attempt.request };
  } finally {
    // Where the browser keeps nothing, a reload would forget the keys.
    setUnderWay(intents, intents.hasOpen && !isKept);
  }
}
