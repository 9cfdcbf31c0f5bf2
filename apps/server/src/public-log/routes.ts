import type { CallContext, RegisterCall } from '../http/call-router.ts';
import { readCursor } from '../http/page.ts';
import type { PublicLog } from './public-log.ts';

/** Cache times: answers that can never change, and those that grow. */
const FOREVER = 31_536_000;
const A_MOMENT = 2;

export function registerPublicLogCalls(register: RegisterCall, log: PublicLog): void {
  const kept = <T>({ cacheFor }: CallContext, seconds: number, output: T): T => {
    cacheFor(seconds);
    return output;
  };
  register('GET public_log/head', async (_input, context) => kept(context, A_MOMENT, await log.head()));
  register('GET public_log/records', ({ kind, cursor, limit }) =>
    log.records(kind, readCursor(cursor, 1)?.[0] ?? Number.MAX_SAFE_INTEGER, limit),
  );
  register('GET public_log/inclusion', async ({ number, size }, context) =>
    kept(context, FOREVER, await log.inclusion(number, size)),
  );
}
