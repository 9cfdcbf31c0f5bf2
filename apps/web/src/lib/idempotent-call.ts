import { Intents, newKey, pause, sendOnce } from '@tallystick/protocol/intents';
import type { CallName } from '@tallystick/protocol';
import { outcomeOf } from './errors.ts';
import { currentSession } from './session.ts';
import { readTab, writeTab } from './tab-storage.ts';
import { setUnderWay } from './under-way.ts';

/** A call with an idempotency key: the same request is executed once, however often it is sent. */
export interface IdempotentCall<Request, Result, Proof = void> {
  readonly call: CallName;
  /** `proof`: proves that it is the customer. It may differ when the request is repeated, and is never stored. */
  readonly run: (request: Request, key: string, proof: Proof) => Promise<Result>;
  /** The parts of a request that make it the same intent: everything the customer chose. */
  readonly meaning: (request: Request) => unknown;
}

/**
 * Define it outside components: forms with the same `call` share their intents. `meaning` omits fields that may change
 * without changing the intent, such as a quote or the version of terms; by default none.
 */
export function defineIdempotentCall<Request, Result, Proof = void>(
  call: CallName,
  run: (request: Request, key: string, proof: Proof) => Promise<Result>,
  meaning: (request: Request) => unknown = request => request,
): IdempotentCall<Request, Result, Proof> {
  return { call, run, meaning };
}

const STORED = 'intents';
let isKept = true;

/** Stored for this tab, because leaving a form, reloading or logging in again must not forget a request that may be done. */
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
 * Retries if an answer is lost, and throws if none comes; the same request sent later is then still the same intent.
 * Resolves to the result and the request that led to it, which is the one sent first.
 */
export async function sendIdempotently<Request, Result, Proof>(
  { call, run, meaning }: IdempotentCall<Request, Result, Proof>,
  request: Request,
  proof: Proof,
): Promise<{ readonly result: Result; readonly sent: Request }> {
  const owner = currentSession()?.user.id ?? 0;
  const attempt = intents.begin(call, owner, meaning(request), request);
  try {
    const send = () => run(attempt.request, attempt.key, proof);
    return { result: await sendOnce(attempt, send, { outcomeOf, pause }), sent: attempt.request };
  } finally {
    // Without storage, a reload forgets the keys.
    setUnderWay(intents, intents.hasOpen && !isKept);
  }
}
