import type { CallContext, RegisterCall } from '../http/call-router.ts';
import { readCursor } from '../http/page.ts';
import type { SignedHeads } from './signed-heads.ts';

/** Cache times: answers that can never change, and those that grow. */
const FOREVER = 31_536_000;
const A_MOMENT = 2;

export function registerSignedLogCalls(register: RegisterCall, heads: SignedHeads): void {
  const kept = <T>({ cacheFor }: CallContext, seconds: number, output: T): T => {
    cacheFor(seconds);
    return output;
  };
  register('GET signed_log/checkpoint', async ({ log, size }, context) => {
    const found = await heads.log(log).reader.checkpoint(size);
    return kept(context, size === undefined ? A_MOMENT : FOREVER, heads.wire(log, found));
  });
  register('GET signed_log/checkpoints', ({ log, cursor, limit }) => {
    const before = readCursor(cursor, 1)?.[0] ?? Number.MAX_SAFE_INTEGER;
    return heads.log(log).reader.checkpoints(before, limit, one => heads.wire(log, one));
  });
  register('GET signed_log/keys', ({ log }) => heads.log(log).reader.keys());
  register('GET signed_log/consistency', async ({ log, from, to }, context) =>
    kept(context, FOREVER, await heads.log(log).reader.consistency(from, to)),
  );
}
