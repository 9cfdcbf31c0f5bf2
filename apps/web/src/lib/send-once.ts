import { setUnderWay } from './under-way.ts';

/**
 * One key per intent. The same order sent again after an answer was lost carries the same key, so the server
 * gives the first result instead of a second order; an answer, good or bad, ends the intent.
 */
export interface IntentKeys<Request> {
  keyFor(request: Request): string;
  /** The intent of that key has ended: one that began meanwhile stays open. */
  answered(key: string): void;
  /** True while it is not known what became of the last order. */
  readonly isOpen: boolean;
}

export function createIntentKeys<Request>(newKey: () => string): IntentKeys<Request> {
  let open: { readonly content: string; readonly key: string } | null = null;
  const owner = {};
  return {
    keyFor(request) {
      const content = JSON.stringify(request);
      if (open?.content !== content) open = { content, key: newKey() };
      setUnderWay(owner, true);
      return open.key;
    },
    answered(key) {
      if (open?.key !== key) return;
      open = null;
      setUnderWay(owner, false);
    },
    get isOpen() {
      return open !== null;
    },
  };
}

/** How long to wait before the second and the third try. */
const PAUSES_MS: readonly number[] = [700, 2000];

export interface SendDeps<Request, Result> {
  readonly keys: IntentKeys<Request>;
  readonly place: (request: Request, key: string) => Promise<Result>;
  /** True when the failure leaves open whether the order was placed. */
  readonly isOpen: (error: unknown) => boolean;
  /** True when the failure is an answer to this request, so that the same again is another intent. */
  readonly endsIntent: (error: unknown) => boolean;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Places an order once. When the answer is lost it asks again with the same key, to which the server gives the
 * first result; when that fails too it throws, and the key stays for the customer's own next try.
 */
export async function sendOnce<Request, Result>(
  request: Request,
  deps: SendDeps<Request, Result>,
): Promise<Result> {
  const { keys, place, isOpen, endsIntent, pause } = deps;
  const key = keys.keyFor(request);
  for (let attempt = 0; ; attempt += 1) {
    try {
      const result = await place(request, key);
      keys.answered(key);
      return result;
    } catch (error) {
      if (endsIntent(error)) keys.answered(key);
      if (!isOpen(error)) throw error;
      const wait = PAUSES_MS[attempt];
      if (wait === undefined) throw error;
      await pause(wait);
    }
  }
}
