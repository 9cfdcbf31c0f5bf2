import type { IntentKeys } from './request.ts';
import type { OrderRequest } from './ticket.ts';

/** How long to wait before the second and the third try. */
const PAUSES_MS: readonly number[] = [700, 2000];

export interface SendDeps<Result> {
  readonly keys: IntentKeys;
  readonly place: (request: OrderRequest, key: string) => Promise<Result>;
  /** True when the failure leaves open whether the order was placed. */
  readonly isOpen: (error: unknown) => boolean;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Places an order once. When the answer is lost it asks again with the same key, to which the server gives the
 * first result; when that fails too it throws, and the key stays for the customer's own next try.
 */
export async function sendOrder<Result>(request: OrderRequest, deps: SendDeps<Result>): Promise<Result> {
  const { keys, place, isOpen, pause } = deps;
  const key = keys.keyFor(request);
  for (let attempt = 0; ; attempt += 1) {
    try {
      const result = await place(request, key);
      keys.answered();
      return result;
    } catch (error) {
      if (!isOpen(error)) {
        keys.answered();
        throw error;
      }
      const wait = PAUSES_MS[attempt];
      if (wait === undefined) throw error;
      await pause(wait);
    }
  }
}
